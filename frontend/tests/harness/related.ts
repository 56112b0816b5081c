import type { Page } from 'playwright-core';
import type { Program } from './program';

/** hashOf is a document by the beginning of its name. */
async function hashOf(program: Program, name: string): Promise<string> {
  const found = (await program.ask<{ hash: string; name: string }[]>('/api/documents')).find((one) => one.name.startsWith(name));
  if (!found) throw new Error(`there is no ${name}`);
  return found.hash;
}

/** reading opens a document at a page and waits until it is drawn. */
export async function reading(page: Page, program: Program, name: string, at = 1): Promise<string> {
  const hash = await hashOf(program, name);
  await page.goto(`${program.page}#/doc/${hash}?page=${at}`);
  await page.locator('[data-page]').first().waitFor();
  return hash;
}

/** stands waits until the panel beside the document is in one of these states. */
export const stands = (page: Page, ...states: string[]) =>
  page.locator(states.map((state) => `[data-testid=related][data-status=${state}]`).join(', ')).waitFor({ timeout: 50_000 });

/** told is what a program is told beside a document. */
export async function told(program: Program, name: string) {
  const article = (await program.ask<{ id: number; name: string }[]>('/api/articles')).find((one) => one.name.startsWith(name))!;
  return program.ask<{ status: string; updatedAt?: string; bullets: { places: { document: string; name: string; page: number; quote: string }[] }[] | null }>(`/api/articles/${article.id}/research`);
}

/** states notes every state that the panel shows from now on, in order. */
export async function states(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = ((window as any).seen = []);
    const look = () => {
      const now = document.querySelector('[data-testid=related]')?.getAttribute('data-status') ?? '';
      if (now && now !== 'loading' && now !== seen.at(-1)) seen.push(now);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-status'] });
    look();
  });
  return () => page.evaluate(() => (window as any).seen as string[]);
}
