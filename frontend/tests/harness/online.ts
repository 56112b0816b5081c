import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import type { Program } from './program';

/** online is the program over a pretended web, for `begin({ instead: online })`. `make test-ui` builds it. */
export const online = process.env.RABBITHOLE_ONLINE ?? resolve(import.meta.dirname, '../../../build/bin/rabbithole-online');

/** Request is one that the pretended web got. */
interface Request {
  Host: string;
  Path: string;
  Query: string;
}

/** requests are all that the pretended web got, in order. */
export const requests = async (program: Program) => (await (await fetch(`${program.site}/requests`)).json()) as Request[];

/** searches are the words that the search service got. */
export const searches = async (program: Program) => (await requests(program)).filter((one) => one.Path.endsWith('/search')).map((one) => new URLSearchParams(one.Query).get('q') ?? '');

/** tell makes the pretended web misbehave: "hold", "release", "break/host". */
export const tell = (program: Program, what: string) => fetch(`${program.site}/${what}`, { method: 'POST' });

/** ask writes a question and sends it with Enter. */
export async function ask(page: Page, question: string, { deep = false, web = '' as '' | 'listed' | 'open' } = {}) {
  await page.getByTestId('ask-question').waitFor();
  const options = page.getByTestId('ask-options');
  if ((await options.count()) && (await options.getAttribute('aria-expanded')) === 'false') await options.click();
  await page.locator(`[data-testid=ask] input[value=${deep ? 'deep_research' : 'chat'}]`).check({ force: true });
  await page.locator(`[data-testid=web-choice] input[value="${web}"]`).check({ force: true });
  await page.getByTestId('ask-question').fill(question);
  await page.getByTestId('ask-question').press('Enter');
}

/** consented waits until the card that asks takes an answer. */
export const consented = (page: Page) => page.locator('[data-testid=consent][data-open=true]').waitFor();

/** answered waits for the nth answer of the conversation. */
export const answered = (page: Page, nth = 0) => page.getByTestId('ask-answer').nth(nth).waitFor({ timeout: 40_000 });
