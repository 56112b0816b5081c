import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { expect, test, type Begun } from './harness/journey';

const latest = async ({ program }: Begun) => (await program.ask<{ id: string }[]>('/api/runs'))[0]!.id;

async function open(begun: Begun) {
  const run = await latest(begun);
  await begun.page.goto(`${begun.program.page}#/report/${run}`);
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

test('the quote of a citation is shown to the mouse that rests on it, and to the keyboard that walks to it', async ({ begin }) => {
  const begun = await begin();
  const { page, program } = begun;
  const run = await open(begun);
  const { claims } = await program.ask(`/api/reports/${run}`);
  const all: string[] = claims.flatMap((claim: any) => claim.citations.map((one: any) => one.quote));
  const chips = page.getByTestId('citation');
  const card = page.locator('.popover blockquote');
  const says = async (chip: Locator) => {
    await card.waitFor();
    expect(all).toContain(await card.innerText());
    expect(await chip.getAttribute('aria-label'), 'the card is that of the chip').toContain((await card.innerText()).slice(0, 60));
    // It covers neither its chip nor leaves the window.
    const [box, own] = [(await card.boundingBox())!, (await chip.boundingBox())!];
    expect(box.y >= own.y + own.height || box.y + box.height <= own.y).toBe(true);
    expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= 1440 && box.y + box.height <= 900).toBe(true);
  };

  await chips.first().hover();
  const at = (await chips.first().boundingBox())!;
  await page.mouse.move(at.x + at.width / 3, at.y + at.height / 2, { steps: 4 }); // a hand does not jump
  await says(chips.first());
  await card.hover(); // to select what it says
  await page.waitForTimeout(400);
  expect(await card.count()).toBe(1);
  await page.mouse.move(2, 890);
  await card.waitFor({ state: 'detached' });

  await page.keyboard.press('j');
  const focused = page.locator('[data-testid=citation]:focus');
  await says(focused);
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  expect(await focused.count(), 'the focus stays').toBe(1);
  await page.keyboard.press('Tab');
  if (await focused.count()) await says(focused);
  else await expect.poll(() => card.count()).toBe(0);
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
  const begun = await begin({ at: '#/new?kind=report' });
  const { page, program } = begun;
  const { id } = await program.ask<{ id: string }>('/api/runs', { question: 'How much did the installation of an active sub-slab depressurisation system cost in 1987?', unattended: true });
  await expect.poll(async () => (await program.ask(`/api/sessions/${id}`)).run.status, { timeout: 30_000 }).toBe('finished');
  await page.goto(`${program.page}#/report/${id}`);
  const silent = page.getByTestId('report-silent');
  await silent.waitFor();
  const { silent: sentences } = await program.ask(`/api/reports/${id}`);
  expect(sentences.length).toBeGreaterThan(0);
  for (const sentence of sentences) expect(await silent.innerText()).toContain(sentence);
});
