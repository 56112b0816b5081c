import type { Page } from 'playwright-core';
import { expect, test } from './harness/journey';
import { begin as beginLong, long } from './harness/long';
import type { Program } from './harness/program';

const stands = async (program: Program, run: string) => (await program.ask(`/api/sessions/${run}`)).run.status;

/** walked is the row the keys are at, with its mark; '' when the keys are elsewhere. */
const walked = (page: Page) =>
  page.getByRole('tree').evaluate((tree) => {
    const row = document.activeElement === tree ? document.getElementById(tree.getAttribute('aria-activedescendant') ?? '') : null;
    return row ? { id: row.dataset.id!, kind: row.dataset.kind!, wish: row.querySelector<HTMLElement>('[data-testid=hole-wish]')?.dataset.wish ?? '' } : null;
  });

test('after a click the keys of the rabbit hole go on, and what is ordered stands at its place', async ({ begin }) => {
  const { page, program } = await begin({ env: long });
  const run = await beginLong(program, 400);
  await page.goto(`${program.page}#/run/${run}`);
  const found = page.locator('[data-testid=hole-node][data-kind=evidence]');
  await found.first().waitFor();
  await page.getByTestId('run-pause').click();
  await expect.poll(() => stands(program, run)).toBe('paused');
  await page.getByTestId('run-resume').first().waitFor();

  // A click opens the passage, and leaves the keys to the tree.
  const first = (await found.first().getAttribute('data-id'))!;
  await found.first().click();
  await page.locator('[data-highlight]').first().waitFor();
  expect(await walked(page)).toEqual({ id: first, kind: 'evidence', wish: '' });
  await page.keyboard.press('d');
  await expect.poll(() => walked(page)).toEqual({ id: first, kind: 'evidence', wish: 'dig' });
  await page.keyboard.press('ArrowUp');
  await expect.poll(async () => (await walked(page))?.kind).toBe('query');
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await walked(page))?.id).toBe(first);

  // A button of another row orders too; the button goes, the keys stay.
  const other = found.filter({ hasNot: page.getByTestId('hole-wish') }).first();
  const second = (await other.getAttribute('data-id'))!;
  await other.hover();
  await other.getByRole('button', { name: 'Stop here' }).click();
  await expect.poll(() => walked(page)).toEqual({ id: second, kind: 'evidence', wish: 'stopped' });
  await page.keyboard.press('ArrowUp');
  await expect.poll(async () => (await walked(page))?.id).not.toBe(second);

  // The marks stand for themselves: no message lies over what was found last. They stay when the run has heard of them.
  expect(await page.locator('.toast').count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-highlight]').count()).toBe(0);
  await page.getByTestId('run-resume').first().click();
  const mark = (id: string) => page.locator(`[data-testid=hole-node][data-id="${id}"] [data-testid=hole-wish]`);
  const handled = async () => (await program.events(run)).filter((event) => event.kind === 'message.handled').length;
  await expect.poll(handled).toBeGreaterThanOrEqual(2);
  await expect.poll(() => mark(second).getAttribute('data-wish')).toBe('stopped');
  await expect.poll(() => mark(first).getAttribute('data-wish')).toMatch(/^(dig|digging|dug)$/);
});

test('a message does not lie over what was found last', async ({ begin }) => {
  const { page, program } = await begin({ context: { viewport: { width: 1024, height: 700 } } });
  const run = (await program.ask<{ id: string }[]>('/api/runs'))[0]!.id;
  await page.goto(`${program.page}#/run/${run}`);
  await page.getByTestId('latest').waitFor();
  await page.getByRole('tree').focus();
  const evidence = page.locator('[data-testid=hole-node][data-kind=evidence]').first();
  await evidence.click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('d'); // too late, as a message says
  const toast = page.locator('.toast').first();
  await toast.waitFor();
  const [message, latest] = [(await toast.boundingBox())!, (await page.getByTestId('latest').boundingBox())!];
  expect(message.y + message.height).toBeLessThanOrEqual(latest.y);

  // What is cut off there is told whole to the mouse that rests on it.
  const quote = page.getByTestId('latest').locator('.truncate');
  expect(await quote.evaluate((text) => text.scrollWidth > text.clientWidth)).toBe(true);
  await quote.hover();
  await expect.poll(() => quote.getAttribute('title')).toBe(await quote.innerText());
});
