import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { choose, drop, ended, explored, held, measured, node, start, survey } from './harness/exploring';
import { fits } from './harness/fits';
import { expect, test } from './harness/journey';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => (window as any).axe.run(document, { resultTypes: ['violations'] }));
  return violations.map((one: any) => `${one.id}: ${one.nodes.slice(0, 3).map((node: any) => `${node.target.join(' ')} ${(node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? ''}`).join(' | ')}`);
}

/** marked is what the viewer beside has marked, and on which page. */
async function marked(page: Page): Promise<string> {
  await page.locator('[data-highlight], mark.passage').first().waitFor();
  return page.locator('[data-page]:has([data-highlight]), mark.passage').first().evaluate((one) => one.getAttribute('data-page') ?? 'text');
}

test('files of one’s own, a tree that grows, what a question found, and a report whose citation opens the file where it says it', async ({ begin }) => {
  const { page, program } = await begin({ at: '#/explore' });
  await page.getByTestId('start-question').waitFor();
  const documents = (await program.ask<unknown[]>('/api/documents')).length;
  await choose(page, survey());
  await drop(page, 'Letter.txt', 'The board asks who has to measure radon in the harbour office.');
  await drop(page, 'Wrong.txt', 'This file does not belong here.');
  expect(await page.getByTestId('explore-attached').allInnerTexts()).toEqual([expect.stringMatching(/Survey-Harbour-Office\.pdf/), expect.stringMatching(/Letter\.txt/), expect.stringMatching(/Wrong\.txt/)]);
  await page.getByRole('button', { name: 'Remove Wrong.txt' }).click();
  await expect.poll(() => page.getByTestId('explore-attached').count()).toBe(2);
  expect(await faults(page)).toEqual([]);
  // Nothing of it is read before: the library has not grown, and the files wait there after a reload.
  expect((await program.ask<unknown[]>('/api/documents')).length).toBe(documents);
  await page.reload();
  await expect.poll(() => page.getByTestId('explore-attached').count()).toBe(2);

  const run = await start(page);
  await ended(page);
  expect(await page.getByTestId('explore-node').count()).toBeGreaterThan(2);
  expect(await page.getByTestId('explore-file').evaluateAll((list) => list.map((one) => (one as HTMLElement).dataset.state))).toEqual(['ready', 'ready']);
  const kinds = await page.getByTestId('explore-thought').evaluateAll((list) => list.map((one) => (one as HTMLElement).dataset.kind));
  expect(kinds.at(-1)).toBe('report_context_attached');
  expect(await page.getByTestId('explore-digest').count(), 'the digest is for who works on the program').toBe(0);
  expect(await faults(page)).toEqual([]);

  // What a question found, each in its place; the passage opens beside it with its words marked.
  const found = page.locator('[data-testid=explore-node][aria-level="2"]').first();
  await found.click();
  await page.getByTestId('evidence-card').first().waitFor();
  expect(await page.getByTestId('explore-detail').innerText()).toMatch(/Why it is asked[\s\S]*Judgement[\s\S]*Found[\s\S]*Searched for/);
  await page.getByTestId('evidence-card').first().getByRole('button').click();
  await marked(page);
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press('Escape');

  // An entry of the context opens the person's file at the words it stands on.
  await node(page, '1').click();
  await page.getByTestId('explore-slice-open').first().waitFor();
  const entry = page.locator('[data-testid=explore-slice] li').filter({ hasText: '640 becquerel' }).getByTestId('explore-slice-open');
  expect(await entry.innerText()).toBe('Survey-Harbour-Office, p. 2');
  await entry.click();
  expect(await marked(page)).toBe('2');
  await page.keyboard.press('Escape');
  await page.getByTestId('explore-report').click();

  const said = page.getByTestId('report').locator('[data-line]').filter({ hasText: '640' }).first();
  await said.waitFor();
  const chip = said.getByTestId('citation').first();
  expect(await chip.getAttribute('aria-label')).toContain('Survey-Harbour-Office');
  await chip.click();
  expect(await marked(page)).toBe('2');
  const words = await page.locator('[data-highlight]').count();
  expect(words).toBeGreaterThan(0);
  expect(measured).toContain('640');
  // The tree is a click away, and the history knows it for what it is.
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Open the tree' }).click();
  await node(page, '1').waitFor();
  await page.goto(`${program.page}#/history`);
  expect(await page.locator(`[data-testid=history-row][data-run="${run}"]`).innerText()).toContain('Deep');
  expect((await explored(program, run)).tree.length).toBeGreaterThan(2);

  // Asked further, another tree grows over the same documents and files.
  await page.goto(`${program.page}#/report/${run}`);
  await page.getByTestId('report-followup').getByRole('textbox').fill('Which recommendation does the survey give for the cellar?');
  await page.keyboard.press('Enter');
  await page.getByTestId('explore').waitFor();
  await expect.poll(() => page.url()).not.toContain(run);
  await ended(page);
  expect(await page.getByTestId('explore-file').count()).toBe(2);
});

test('a file that cannot be read harms no other, and none that can is told', async ({ begin }) => {
  const { page } = await begin({ at: '#/explore' });
  await page.getByTestId('start-question').waitFor();
  await drop(page, 'Broken.pdf', 'this is no PDF');
  await start(page, 'Which reference level applies to radon in homes?');
  await ended(page);
  const files = page.getByTestId('explore-files');
  expect(await files.getAttribute('data-status')).toBe('no_usable_context');
  expect(await files.innerText()).toMatch(/No usable context[\s\S]*Broken\.pdf[\s\S]*could not be read/);
  expect(await page.getByTestId('explore-thoughts').innerText()).toContain('No usable context');
  expect(await page.getByTestId('explore-node').count()).toBeGreaterThan(0);
});

test('by keyboard alone, in a small window, in German', async ({ begin }) => {
  const { page } = await begin({ at: '#/library', context: { locale: 'de-DE', viewport: { width: 1024, height: 700 } } });
  await page.getByTestId('document-row').first().waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-testid'));
  await expect.poll(focused).toBe('start-question');
  await drop(page, 'Brief-des-Schulträgers-an-die-Gemeinde-vom-Januar.txt', 'Der Schulträger fragt, wer das Fernrohr bezahlt.');
  await drop(page, 'Kaputt.pdf', 'this is no PDF');
  expect(await fits(page)).toEqual([]);
  await page.getByTestId('start-question').focus();
  await page.keyboard.type('Welcher Referenzwert gilt für Radon in Wohnräumen, und wer bezahlt das Fernrohr?');
  await page.keyboard.press('Control+Enter');
  await ended(page);
  expect(await fits(page)).toEqual([]);
  await node(page, '1').focus();
  await page.keyboard.press('End');
  await expect.poll(() => held(page)).not.toBe('1');
  const last = await held(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByTestId('explore-detail').getAttribute('data-node')).toBe(last);
  await page.getByTestId('explore-queries').waitFor();
  expect(await fits(page)).toEqual([]);
  expect(await page.getByTestId('explore-files').innerText()).toMatch(/Kaputt\.pdf[\s\S]*nicht lesbar[\s\S]*Die Datei ist beschädigt/);
  expect(await page.getByTestId('explore').innerText()).not.toMatch(/\b(could|broken|file|Question|Thoughts|Found|Judgement|answered|findings)\b/);
  expect(await faults(page)).toEqual([]);
});
