import { readFileSync } from 'node:fs';
import { expect, test, type Begun } from './harness/journey';

const latest = async ({ program }: Begun) => (await program.ask<{ id: string }[]>('/api/runs'))[0]!.id;

async function open(begun: Begun) {
  const run = await latest(begun);
  await begun.page.goto(`${begun.program.origin}/#/report/${run}`);
  await begun.page.getByTestId('report-answer').waitFor();
  return run;
}

test('a follow-up asks on, and knows the report it came from', async ({ begin }) => {
  const begun = await begin();
  const { page, program } = begun;
  const run = await open(begun);
  await page.getByTestId('report-followup').getByRole('textbox').fill('And what applies to schools?');
  await page.keyboard.press('Enter');
  await page.getByTestId('run').waitFor();
  const next = page.url().split('/').pop()!;
  expect(next).not.toBe(run);
  const { run: begunRun, state } = await program.ask(`/api/sessions/${next}`);
  expect(JSON.stringify([begunRun, state.earlier])).toContain(run);
});

test('a report is exported in every format, as a download', async ({ begin }) => {
  const begun = await begin();
  const { page } = begun;
  await open(begun);
  for (const [name, begins] of [['Markdown', '# '], ['HTML', '<!'], ['PDF', '%PDF'], ['Word (DOCX)', 'PK'], ['BibTeX', '@']] as const) {
    await page.getByTestId('report-export').click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name, exact: true }).click();
    const file = await (await download).path();
    expect(readFileSync(file).subarray(0, begins.length).toString()).toBe(begins);
  }
});

test('what the documents do not say stands in the report', async ({ begin }) => {
  const begun = await begin({ at: '#/new' });
  const { page, program } = begun;
  const { id } = await program.ask<{ id: string }>('/api/runs', { question: 'How much does the installation of an active sub-slab depressurisation system cost in euros?', unattended: true });
  await expect.poll(async () => (await program.ask(`/api/sessions/${id}`)).run.status, { timeout: 30_000 }).toBe('finished');
  await page.goto(`${program.origin}/#/report/${id}`);
  const silent = page.getByTestId('report-silent');
  await silent.waitFor();
  const { silent: sentences } = await program.ask(`/api/reports/${id}`);
  expect(sentences.length).toBeGreaterThan(0);
  for (const sentence of sentences) expect(await silent.innerText()).toContain(sentence);
});
