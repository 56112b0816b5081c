import { afterAll, beforeAll } from 'vitest';
import { expect, test } from './harness/journey';
import { scripted } from './harness/model';

let model: Awaited<ReturnType<typeof scripted>>;
beforeAll(async () => void (model = await scripted()), 120_000);
afterAll(() => model?.end());

test('a run with a model shows what it costs and how full the context is', async ({ begin }) => {
  const { page, program } = await begin({ at: '#/new', env: model.env });
  await page.getByTestId('start-question').fill('Which action class follows from 400 Becquerel per cubic metre, and what must be done then?');
  await page.getByTestId('start-begin').click();
  await page.getByTestId('run').waitFor();
  const run = page.url().split('/').pop()!;
  const cost = page.locator('section.cost');
  const shown = async (name: string) => Number((await cost.locator('div', { has: page.getByText(name, { exact: true }) }).locator('dd').first().innerText()).replace(/[^\d.]/g, ''));

  // The model's own questions, not those of the rules.
  await page.getByTestId('clarify-card').first().waitFor();
  expect((await page.getByTestId('clarify-card').allInnerTexts()).join()).toContain('Which place is meant?');
  await page.keyboard.press('Control+Enter');
  while (!(await page.getByTestId('plan-approve').isVisible())) {
    await page.keyboard.press('Control+Enter');
    await page.waitForTimeout(200);
  }
  await page.getByTestId('plan-approve').click();
  await page.getByTestId('report-answer').waitFor({ timeout: 40_000 });

  await page.goto(`${program.page}#/run/${run}`);
  await cost.waitFor();
  const { run: row, state, context } = await program.ask(`/api/sessions/${run}`);
  expect(row).toMatchObject({ status: 'finished', engine: 'ollama', model: 'qwen3:14b' });
  expect(state.spend.calls).toBeGreaterThan(5);
  expect(await cost.innerText()).toContain('qwen3:14b');
  expect(await shown('Model calls')).toBe(state.spend.calls);
  const gauge = cost.getByRole('progressbar');
  expect(context.used).toBeGreaterThan(0);
  expect(context.used).toBeLessThan(context.size);
  expect(Number(await gauge.getAttribute('aria-valuenow'))).toBe(Math.round((100 * context.used) / context.size));
  const { making } = await program.ask(`/api/reports/${run}`);
  expect(making).toMatchObject({ engine: 'ollama', model: 'qwen3:14b' });
  await page.goto(`${program.page}#/report/${run}`);
  await page.getByTestId('citation').first().waitFor();
});
