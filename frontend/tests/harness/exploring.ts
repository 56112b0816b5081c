import { mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { Paper } from './paper';
import type { Program } from './program';

/** measured is the sentence that only the attached PDF has, on its second page. */
export const measured = 'The survey found an annual mean radon concentration of 640 becquerel per cubic metre in room seven of the harbour office.';

/** survey writes a PDF of three pages, as a person has one of their own; it returns its path. */
export function survey(name = 'Survey-Harbour-Office.pdf'): string {
  const paper = new Paper();
  const filling = (about: string) => Array.from({ length: 8 }, (_, i) => `Paragraph ${i + 1} of the survey is about ${about}.`);
  paper.page(['Survey of the harbour office, 2025.', ...filling('the building and its rooms')]);
  paper.page(['Results of the survey.', measured, ...filling('the instruments that were used')]);
  paper.page(['Recommendations of the survey.', 'The survey recommends a ventilation system for the cellar of the harbour office.', ...filling('the cellar')]);
  const path = join(mkdtempSync(join(dirname(inject('seed')), 'attached-')), name);
  writeFileSync(path, paper.bytes());
  return path;
}

/** A question of which the library answers a part, the survey another, and nothing the last. */
export const question = 'Which reference level applies to radon in homes, which annual mean radon concentration did the survey find in room seven of the harbour office, and who pays for the lighthouse keeper’s telescope?';

/** choose attaches files through the dialog of the browser. */
export async function choose(page: Page, ...paths: string[]) {
  const before = await page.getByTestId('explore-attached').count();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByTestId('explore-attach-choose').click()]);
  await chooser.setFiles(paths);
  await page.getByTestId('explore-attached').nth(before + paths.length - 1).waitFor();
}

/** drop drops a text file into the window. */
export async function drop(page: Page, name: string, text: string) {
  const before = await page.getByTestId('explore-attached').count();
  await page.evaluate(
    ([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text!], name!, { type: 'text/plain' }));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    [name, text],
  );
  await page.getByTestId('explore-attached').nth(before).waitFor();
}

/** start writes the question and begins; it returns the run. */
export async function start(page: Page, text = question): Promise<string> {
  await page.getByTestId('start-question').fill(text);
  await page.getByTestId('start-begin').click();
  await page.getByTestId('explore').waitFor();
  return decodeURIComponent(page.url().split('/').pop()!);
}

/** ended waits until an exploration is finished and the page shows it. */
export async function ended(page: Page) {
  await page.locator('[data-testid=explore][data-status=finished]').waitFor({ timeout: 50_000 });
  await page.getByTestId('explore-report').waitFor();
}

/** explored is an exploration as the API tells it. */
export const explored = (program: Program, run: string) => program.ask(`/api/sessions/${run}`);

/** node is a question on the map. */
export const node = (page: Page, id: string) => page.locator(`[data-testid=explore-node][data-id="${id}"]`);

/** held is the question that has the keyboard. */
export const held = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-id') ?? '');

/** walks presses a key and waits until the keyboard is at a question. */
export async function walks(page: Page, key: string, to: string) {
  await page.keyboard.press(key);
  await expect.poll(() => held(page), { message: `after ${key}` }).toBe(to);
}
