import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, test, type Begun } from './harness/journey';
import { begin as beginLong, long } from './harness/long';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** faults lets axe look at the page as it stands. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => (window as any).axe.run(document, { resultTypes: ['violations'] }));
  return violations.map((one: any) => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node: any) => `${node.target.join(' ')} (${(node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? ''})`).join(' | ')}`);
}

/** screens are all there are: an address, and what shows that it is drawn. */
async function screens({ program }: Begun): Promise<[name: string, address: string, drawn: (page: Page) => Promise<unknown>][]> {
  const runs = await program.ask<{ id: string }[]>('/api/runs');
  const { hash } = (await program.ask<{ hash: string; format: string }[]>('/api/documents')).find((one) => one.format === 'pdf')!;
  const { id: waiting } = await program.ask<{ id: string }>('/api/runs', { question: 'What must be done at a workplace when the reference value for radon is exceeded?' });
  await expect.poll(async () => (await program.ask(`/api/sessions/${waiting}`)).run.status).toBe('waiting');
  const { id: tree } = await program.ask<{ id: string }>('/api/explorations', { question: 'Which reference level applies to radon in homes, and who pays for the telescope?' });
  await expect.poll(async () => (await program.ask(`/api/sessions/${tree}`)).run.status).toBe('finished');
  const report = runs[0]!.id;
  const row = (page: Page) => page.getByTestId('document-row').first().waitFor();
  return [
    ['library', '#/library', row],
    ['missing', '#/library?tab=missing', (page) => page.getByTestId('missing-row').first().waitFor()],
    ['watched', '#/library?tab=watched', (page) => page.getByRole('tab', { name: 'Watched', selected: true }).waitFor()],
    ['new research', '#/new', (page) => page.getByTestId('start-scope').waitFor()],
    ['new exploration', '#/explore', (page) => page.getByTestId('start-scope').waitFor()],
    ['exploration', `#/explore/${tree}`, (page) => page.getByTestId('explore-node').nth(1).click().then(() => page.getByTestId('evidence-card').first().waitFor())],
    ['questions', `#/run/${waiting}`, (page) => page.getByTestId('clarify-card').first().waitFor()],
    ['finished run', `#/run/${report}`, (page) => page.getByTestId('hole-node').first().waitFor()],
    ['findings', `#/run/${report}`, (page) => page.getByRole('tab', { name: 'Findings' }).click().then(() => page.getByTestId('evidence-card').nth(1).waitFor())],
    ['log', `#/run/${report}`, (page) => page.getByRole('tab', { name: 'Log' }).click().then(() => page.getByTestId('event-log').waitFor())],
    ['report', `#/report/${report}`, (page) => page.getByTestId('report-followup').waitFor()],
    ['proof', `#/report/${report}`, (page) => page.getByTestId('citation').first().click().then(() => page.locator('[data-page] canvas').first().waitFor())],
    ['document', `#/doc/${hash}?page=2`, (page) => page.locator('[data-page] canvas').first().waitFor()],
    ['history', '#/history', (page) => page.getByTestId('history-row').first().waitFor()],
    ['settings', '#/settings', (page) => page.locator('[data-testid^=settings-]').first().waitFor()],
    ['settings: data', '#/settings?section=data', (page) => page.getByTestId('settings-data').waitFor()],
    ['settings: about', '#/settings?section=about', (page) => page.getByTestId('settings-about').waitFor()],
    ['palette', '#/library', (page) => row(page).then(() => page.keyboard.press('Control+K')).then(() => page.getByRole('dialog').waitFor())],
    ['keys', '#/library', (page) => row(page).then(() => page.keyboard.press('?')).then(() => page.getByRole('dialog').waitFor())],
  ];
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any screen, ${colorScheme}`, async ({ begin }) => {
    const begun = await begin({ context: { colorScheme } });
    const found: string[] = [];
    for (const [name, address, drawn] of await screens(begun)) {
      await begun.page.goto('about:blank');
      await begun.page.goto(`${begun.program.page}${address}`);
      await drawn(begun.page).catch((error) => found.push(`${name} was not drawn: ${String(error).split('\n')[0]}`));
      found.push(...(await faults(begun.page)).map((fault) => `${name}: ${fault}`));
    }
    expect(found).toEqual([]);
  });
}

test('the plan and a run at work, light and dark', async ({ begin }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, program } = await begin({ env: long, context: { colorScheme } });
    const run = await beginLong(program, 500);
    await page.goto(`${program.page}#/run/${run}`);
    await page.getByTestId('hole-node').nth(3).waitFor();
    await page.getByTestId('run-pause').click();
    await page.getByTestId('run-resume').waitFor();
    expect(await faults(page)).toEqual([]);
  }
});
