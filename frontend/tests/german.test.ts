import { expect, test } from './harness/journey';

test('a German browser gets a German interface and a German report, and may have English', async ({ begin }) => {
  const { page, program } = await begin({ at: '#/library', context: { locale: 'de-DE' } });
  await page.getByRole('heading', { level: 1, name: 'Bibliothek' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de');
  await page.getByRole('link', { name: 'Neue Frage' }).click();
  await page.getByTestId('start-question').fill('Was muss getan werden, wenn an einem Arbeitsplatz der Referenzwert für Radon überschritten wird?');
  await page.getByRole('radio', { name: 'Bericht' }).check();
  await page.getByTestId('start-options').click();
  await page.getByRole('switch', { name: 'Ohne Rückfragen und Plan' }).click();
  await page.getByTestId('start-begin').click();
  const answer = page.getByTestId('report-answer');
  const open = page.getByTestId('run-report');
  await answer.or(open).first().waitFor({ timeout: 40_000 });
  if (await open.isVisible()) await open.click();
  await answer.waitFor();
  const run = (await program.ask<{ id: string }[]>('/api/runs'))[0]!.id;
  expect((await program.ask(`/api/reports/${run}`)).language).toBe('de');
  expect(await page.locator('article[lang]').first().getAttribute('lang')).toBe('de');
  await page.getByText('Was durchsucht wurde, was wegblieb, Modell und Zeit').waitFor();
  // No text is left over in English: every word of the frame has its German one.
  const frame = await page.getByRole('navigation').first().innerText();
  expect(frame).not.toMatch(/Library|History|Settings/);
});
