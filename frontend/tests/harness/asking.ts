import type { Page } from 'playwright-core';

/** ask writes a question and sends it with Enter. */
export async function ask(page: Page, question: string, { deep = false, web = '' as '' | 'listed' | 'open' } = {}) {
  await page.getByTestId('ask-question').waitFor();
  const options = page.getByTestId('ask-options');
  if ((await options.count()) && (await options.getAttribute('aria-expanded')) === 'false') await options.click();
  await page.locator(`[data-testid=ask] label:has(input[value=${deep ? 'deep_research' : 'chat'}])`).click();
  await page.locator(`[data-testid=web-choice] label:has(input[value="${web}"])`).click();
  await page.getByTestId('ask-question').fill(question);
  await page.getByTestId('ask-question').press('Enter');
}

/** answered waits for the nth answer of the conversation. */
export const answered = (page: Page, nth = 0) => page.getByTestId('ask-answer').nth(nth).waitFor({ timeout: 40_000 });
