import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { answered } from './harness/asking';
import { expect, test } from './harness/journey';
import { binary } from './harness/program';
import { samples } from './harness/seed';

/** drop lets files fall onto the page, as a hand does: over it, then down. */
async function drop(page: Page, files: { name: string; body: Buffer | string }[], target = page.getByTestId('library-drop')) {
  const transfer = await page.evaluateHandle(
    (list) => {
      const transfer = new DataTransfer();
      for (const { name, body } of list) transfer.items.add(new File([Uint8Array.from(atob(body), (c) => c.charCodeAt(0))], name));
      return transfer;
    },
    files.map(({ name, body }) => ({ name, body: Buffer.from(body).toString('base64') })),
  );
  for (const type of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer: transfer });
}

const sample = (name: string) => readFileSync(join(samples, name));

test('a new person is met by one question box, has the sample library with a click and an answer with the next two', async ({ begin }) => {
  const { page } = await begin({ library: 'empty', at: '' });
  await page.getByTestId('start-question').waitFor();
  expect(await page.getByRole('radio').evaluateAll((list) => list.map((one) => (one as HTMLInputElement).value))).toEqual(['quick', 'report', 'deep']);
  await page.getByText('It cannot reword, draw conclusions or translate').waitFor();
  expect(await page.getByTestId('start-begin').isDisabled(), 'nothing could answer').toBe(true);
  await page.getByTestId('welcome-sample').click();
  await page.getByTestId('start-examples').getByRole('button').nth(3).click();
  await page.getByTestId('start-question').press('Enter');
  await answered(page);
  expect(page.url()).toContain('#/ask/');
  await page.getByTestId('citation').first().waitFor();
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByTestId('history-row').getByText('Quick', { exact: true }).waitFor();
});

test('what is dropped on the question box is added to the library', async ({ begin }) => {
  const { page } = await begin({ library: 'empty', at: '#/new' });
  await page.getByTestId('start-question').waitFor();
  await drop(page, [{ name: 'Memo.pdf', body: sample('Memo-Lindenhof-School.pdf') }], page.getByTestId('start-question'));
  await page.getByTestId('start-scope').waitFor({ timeout: 30_000 });
  await page.getByText('In your one document').waitFor();
});

test('an empty library says what to do, and every place opens', async ({ begin }) => {
  const { page } = await begin({ library: 'empty' });
  await page.getByTestId('library-drop').waitFor();
  await page.getByTestId('library-add').first().waitFor();
  expect(await page.getByTestId('document-row').count()).toBe(0);
  expect(new URL(page.url()).search, 'the token leaves the address').toBe('');
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await page.getByTestId('start-question').waitFor();
  await page.getByTestId('library-add').waitFor();
  for (const place of ['History', 'Settings', 'Library']) {
    await page.getByRole('navigation').getByRole('link', { name: place }).click();
    await page.getByRole('heading', { level: 1, name: place }).waitFor();
  }
});

test('files with spaces and umlauts are dropped, read with progress, and can be searched', async ({ begin }) => {
  const { page, program } = await begin({ library: 'empty' });
  await page.getByTestId('library-drop').waitFor();
  // Progress passes quickly: what the page says is noted as it says it.
  await page.evaluate(() => {
    const said = ((window as any).said = new Set<string>());
    const look = () => {
      const text = document.querySelector('[data-testid=adding]')?.textContent;
      if (text) said.add(text);
      requestAnimationFrame(look);
    };
    look();
  });
  const notes = Array.from({ length: 300 }, (_, i) => ({ name: `Notiz ${i}.txt`, body: `Messung ${i}: der Wert im Keller lag bei ${100 + i} Becquerel.\n` }));
  await drop(page, [
    { name: 'Grenzwerte für Böden & Räume.pdf', body: sample('Leitfaden-Radon-am-Arbeitsplatz.pdf') },
    { name: 'Notiz – Übersicht.txt', body: 'Der Rückstellprobenschlüssel liegt im Kühlraum.\n' },
    { name: 'kaputt.pdf', body: '%PDF-1.7 not really' },
    ...notes,
  ]);
  await page.getByTestId('adding-results').waitFor({ timeout: 40_000 });
  const said = await page.evaluate(() => [...(window as any).said].join('\n'));
  expect(said, 'progress was shown').toMatch(/of 303 files/);
  const documents = await program.ask<{ name: string; state: string; reason: string }[]>('/api/documents');
  expect(documents.map((one) => one.name)).toEqual(expect.arrayContaining(['Grenzwerte für Böden & Räume.pdf', 'Notiz – Übersicht.txt']));
  const hits = await program.ask<{ document: string }[]>(`/api/search?q=${encodeURIComponent('Rückstellprobenschlüssel')}`);
  expect(hits[0]?.document).toBe('Notiz – Übersicht.txt');
  // What could not be read is found in the table, with its reason.
  await page.getByRole('searchbox').or(page.getByPlaceholder('Filter', { exact: false })).first().fill('kaputt');
  const row = page.getByTestId('document-row');
  await expect.poll(() => row.count()).toBe(1);
  await row.getByText('Not read').waitFor();
});

test('files are chosen', async ({ begin }) => {
  const { page } = await begin({ library: 'empty' });
  const chooser = page.waitForEvent('filechooser');
  await page.getByTestId('library-add').first().click();
  await (await chooser).setFiles(join(samples, 'Memo-Lindenhof-School.pdf'));
  await expect.poll(() => page.getByTestId('document-row').count(), { timeout: 30_000 }).toBe(1);
});

for (const [locale, language] of [['en-GB', 'en'], ['de-DE', 'de']] as const)
  test(`the questions offered for the sample library are answered when they are asked (${language})`, async ({ begin }) => {
    const { page, program, home } = await begin({ at: '#/new?kind=report', context: { locale } });
    const list = JSON.parse(execFileSync(binary, ['--home', home, 'examples', '--json'], { encoding: 'utf8' })) as { question: string; language: string }[];
    const offers = page.getByTestId('start-examples').getByRole('button');
    await offers.first().waitFor();
    expect(await offers.allInnerTexts()).toEqual(list.filter((one) => one.language === language).map((one) => one.question));
    await offers.nth(3).click();
    expect(await page.getByTestId('start-question').inputValue()).toBe(list.filter((one) => one.language === language)[3]!.question);
    expect(await offers.count(), 'nothing is offered beside a question').toBe(0);
    await page.getByTestId('start-options').click();
    await page.getByRole('switch').first().click(); // no questions, no plan
    await page.getByTestId('start-begin').click();
    const answer = page.getByTestId('report-answer');
    const open = page.getByTestId('run-report');
    await answer.or(open).first().waitFor({ timeout: 40_000 });
    if (await open.isVisible()) await open.click();
    await answer.waitFor();
    const run = (await program.ask<{ id: string }[]>('/api/runs'))[0]!.id;
    const report = await program.ask<{ language: string; verdict: string; missing?: string[]; silent?: string[] }>(`/api/reports/${run}`);
    expect(report).toMatchObject({ language, verdict: 'answered' });
    expect([...(report.missing ?? []), ...(report.silent ?? [])]).toEqual([]);
  });
