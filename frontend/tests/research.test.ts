import type { Page } from 'playwright-core';
import { expect, test } from './harness/journey';
import { begin as beginLong, long } from './harness/long';
import type { Program } from './harness/program';

const question = 'What must be done at a workplace when the reference value for radon is exceeded?';

/** ask types a question and begins; it returns the run that began. */
async function ask(page: Page, text = question): Promise<string> {
  await page.getByTestId('start-question').fill(text);
  await page.getByTestId('start-begin').click();
  await page.getByTestId('run').waitFor();
  return page.url().split('/').pop()!;
}

/** tasks are the lines of the plan as they can be read. */
const tasks = (page: Page) => page.getByTestId('plan-item').locator('textarea').evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value));

/** send sends a round of answers and waits for what follows it: another round, or the plan. It presses nothing once the plan is there. */
async function send(page: Page) {
  const cards = page.getByTestId('clarify-card');
  const plan = page.getByTestId('plan-approve');
  const ready = page.locator('section', { has: cards }).locator('[aria-keyshortcuts="Control+Enter"]'); // a step that has just appeared takes no key yet
  await expect.poll(async () => (await plan.isVisible()) || (await ready.isVisible())).toBe(true);
  const before = String(await cards.allInnerTexts());
  if (before === '') return;
  await page.keyboard.press('Control+Enter');
  const next = async () => {
    const now = await cards.allInnerTexts(); // read once: between two looks the round may have gone
    return now.length > 0 && String(now) !== before;
  };
  await expect.poll(async () => (await plan.isVisible()) || (await next())).toBe(true);
}

/** skipAll answers nothing more, until the plan is there. */
async function skipAll(page: Page) {
  while (!(await page.getByTestId('plan-approve').isVisible())) await send(page);
}

test('a person asks, answers, skips, edits the plan by keyboard, and reads the report', async ({ begin }) => {
  const begun = await begin({ at: '#/new?kind=report' });
  const { page } = begun;
  const run = await ask(page);

  // Clarification: one answered, one skipped, the rest left.
  const cards = page.getByTestId('clarify-card');
  await cards.first().waitFor();
  const asked = await cards.count();
  expect(asked).toBeGreaterThan(0);
  await cards.first().getByRole('textbox').fill('Workplaces in basements, in Germany');
  if (asked > 1) {
    await cards.nth(1).getByRole('button').click();
    expect(await cards.nth(1).getByRole('textbox').count(), 'a skipped question has no field').toBe(0);
  }
  await send(page);
  await skipAll(page);
  const { state } = await begun.program.ask(`/api/sessions/${run}`);
  expect(JSON.stringify(state), 'the answer reached the engine').toContain('Workplaces in basements, in Germany');

  // The plan: reworded, added to, reordered and shortened with keys alone.
  const before = await tasks(page);
  expect(before.length).toBeGreaterThan(1);
  const items = page.getByTestId('plan-item').locator('textarea');
  await items.first().focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Duties above the reference value');
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => tasks(page)).toEqual([before[1], 'Duties above the reference value', ...before.slice(2)]);
  await page.getByTestId('plan-add').focus();
  await page.keyboard.type('Time limits for measures');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await tasks(page)).at(-1)).toBe('Time limits for measures');
  const wanted = await tasks(page);
  await page.getByTestId('plan-item').first().getByRole('button').last().focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => tasks(page)).toEqual(wanted.slice(1));
  await page.keyboard.press('Control+Enter');

  // It ends with the report, which opens by itself.
  await page.getByTestId('report').waitFor({ timeout: 40_000 });
  await page.getByTestId('report-answer').waitFor();
  expect(await page.getByTestId('citation').count()).toBeGreaterThan(0);
  const done = await begun.program.ask(`/api/sessions/${run}`);
  expect(done.state.plan.slice(0, wanted.length - 1).map((item: { task: string }) => item.task)).toEqual(wanted.slice(1));
});

test('nothing typed is lost when the page is closed while it waits', async ({ begin }) => {
  const { page, context } = await begin({ at: '#/new?kind=report' });
  await ask(page);
  await page.getByTestId('clarify-card').first().getByRole('textbox').fill('Homes first, then workplaces');
  // What is remembered is written once the typing rests.
  await expect.poll(() => page.evaluate(async () => JSON.stringify(await (window as any).go.main.App.Remembered()))).toContain('Homes first');
  const address = page.url();
  await page.close();
  const other = await context.newPage();
  await other.goto(address);
  await expect.poll(() => other.getByTestId('clarify-card').first().getByRole('textbox').inputValue()).toBe('Homes first, then workplaces');
});

/** handled waits until the engine has obeyed a wish. */
const handled = (program: Program, run: string, kind: string) =>
  expect.poll(async () => (await program.events(run)).some((event) => event.kind === 'message.handled' && event.data.kind === kind)).toBe(true);

test('dig deeper, stop here, finish now', async ({ begin }) => {
  const { page, program } = await begin({ env: long });
  const run = await beginLong(program, 400);
  await page.goto(`${program.page}#/run/${run}`);
  const found = page.locator('[data-testid=hole-node][data-kind=evidence]');
  await found.first().waitFor();
  const tree = page.getByRole('tree');
  await tree.focus();
  const active = () => tree.evaluate((one) => document.getElementById(one.getAttribute('aria-activedescendant') ?? '')?.dataset.kind);
  for (let i = 0; i < 50 && (await active()) !== 'evidence'; i++) await page.keyboard.press('ArrowDown');
  expect(await active()).toBe('evidence');
  await page.keyboard.press('d');
  await handled(program, run, 'dig');
  await page.keyboard.press('s');
  await handled(program, run, 'stop_here');
  await page.getByTestId('run-pause').click();
  await page.getByTestId('run-resume').waitFor();
  await page.getByTestId('run-finish').click(); // a paused run need not go on first
  await page.getByTestId('run-finish-sure').click();
  await page.getByTestId('report').waitFor({ timeout: 40_000 });
  const { state } = await program.ask(`/api/sessions/${run}`);
  expect(state.plan.some((item: { worked: boolean }) => !item.worked), 'items were left').toBe(true);
});
