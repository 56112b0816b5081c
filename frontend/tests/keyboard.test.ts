import type { Page } from 'playwright-core';
import { expect, test } from './harness/journey';

/** tabTo presses Tab until what is wanted has the focus, and sees that the focus is always shown. */
async function tabTo(page: Page, wanted: string, most = 80) {
  for (let i = 0; i < most; i++) {
    const here = await page.evaluate((wanted) => {
      const focused = document.activeElement as HTMLElement | null;
      return { there: !!focused?.closest(wanted), name: focused?.tagName };
    }, wanted);
    if (here.there) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${wanted} was not reached by ${most} presses of Tab`);
}

test('from the library to a citation and back without a mouse', async ({ begin }) => {
  const { page } = await begin({ at: '#/library' });
  await page.getByTestId('document-row').first().waitFor();

  // A document, opened from the table.
  await tabTo(page, '[role=grid]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('[data-page] canvas').first().waitFor();

  // A question, asked and left to itself.
  await page.keyboard.press('Control+N');
  await page.getByTestId('start-question').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('start-question');
  await page.keyboard.type('Which action class follows from 400 Becquerel?');
  await tabTo(page, '[name=kind]');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, '[data-testid=start-options]');
  await page.keyboard.press('Enter');
  await tabTo(page, '[role=switch]:not([disabled])');
  await page.keyboard.press('Space');
  await expect.poll(() => page.getByRole('switch').first().getAttribute('aria-checked')).toBe('true');
  await page.keyboard.press('Control+Enter');
  await page.getByTestId('report-answer').waitFor({ timeout: 40_000 });

  // Its citations, walked, opened and closed.
  await page.keyboard.press('j');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('citation');
  await page.keyboard.press('Enter');
  await page.locator('[data-highlight]').first().waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-highlight]').count()).toBe(0);

  // The palette knows the ways, and gives the focus back.
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').getByRole('combobox').or(page.getByRole('dialog').getByRole('textbox')).first().waitFor();
  await page.keyboard.type('history');
  await page.keyboard.press('Enter');
  await page.getByTestId('history-row').first().waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.getByTestId('document-row').first().waitFor();
});
