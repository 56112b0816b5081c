import { afterAll, beforeAll } from 'vitest';
import { answered, ask } from './harness/asking';
import { expect, test } from './harness/journey';
import { scripted } from './harness/model';

let model: Awaited<ReturnType<typeof scripted>>;
beforeAll(async () => void (model = await scripted()), 120_000);
afterAll(() => model?.end());

test('a run with a model shows what it costs and how full the context is', async ({ begin }) => {
  const { page, program } = await begin({ at: '#/new?kind=report', env: model.env });
  await page.getByTestId('start-question').fill('Which action class follows from 400 Becquerel per cubic metre, and what must be done then?');
  await page.getByTestId('start-begin').click();
  await page.getByTestId('run').waitFor();
  const run = page.url().split('/').pop()!;
  const cost = page.locator('section.cost');
  const shown = async (name: string) => Number((await cost.locator('div', { has: page.getByText(name, { exact: true }) }).locator('dd').first().innerText()).replace(/[^\d.]/g, ''));

  // The model's own questions, not those of the rules.
  await page.getByTestId('clarify-card').first().waitFor();
  expect((await page.getByTestId('clarify-card').allInnerTexts()).join()).toContain('Which place is meant?');
  const first = page.getByTestId('clarify-card').first();
  await first.getByRole('checkbox', { name: 'a workplace' }).check();
  expect(await first.getByRole('textbox').inputValue()).toBe('a workplace');
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
  const gauge = page.getByRole('progressbar', { name: 'Context of the latest call' });
  expect(context.used).toBeGreaterThan(0);
  expect(context.used).toBeLessThan(context.size);
  expect(Number(await gauge.getAttribute('aria-valuenow'))).toBe(Math.round((100 * context.used) / context.size));
  const { making } = await program.ask(`/api/reports/${run}`);
  expect(making).toMatchObject({ engine: 'ollama', model: 'qwen3:14b' });
  await page.goto(`${program.page}#/report/${run}`);
  await page.getByTestId('citation').first().waitFor();
});

test('a model that fails its test is named where it was passed over, at once and everywhere', async ({ begin }) => {
  const weak = await scripted('-weak', '-hold', 'trial');
  try {
    const { page } = await begin({ at: '#/ask', env: { ...weak.env, RABBITHOLE_ENGINE: 'auto' } });
    const bar = page.locator('footer[aria-label="Status"]');
    await expect.poll(() => bar.innerText()).toContain('qwen3:14b');
    await ask(page, 'Which action class follows from 400 Becquerel per cubic metre?');
    await expect.poll(() => page.getByTestId('run-now').innerText()).toMatch(/Testing once whether qwen3:14b can check sentences\s*0:0\d/);
    expect(await page.getByTestId('ask-progress').innerText()).not.toContain('of at most');
    weak.go();
    await answered(page);
    await expect.poll(() => page.getByTestId('model-failed').innerText()).toBe('qwen3:14b failed its test (5 of 10 sentences); the answer was made without a model.');
    expect(await page.getByTestId('ask-figures').innerText()).toContain('no model');
    await expect.poll(() => bar.innerText()).toContain('No model · qwen3:14b failed its test');
    await page.getByText('Open as a report').click();
    await page.getByTestId('report-answer').waitFor();
    expect(await page.getByTestId('model-failed').innerText()).toContain('qwen3:14b failed its test (5 of 10 sentences)');

    // The settings say the same, and what the switch does, without being loaded again.
    await page.goto(page.url().replace(/#.*/, '#/settings?section=engine'));
    const now = page.getByTestId('engine-now');
    await expect.poll(() => now.innerText()).toMatch(/No model[\s\S]*qwen3:14b failed its test/);
    expect(await page.getByTestId('model').first().innerText()).toContain('Failed its test');
    const own = page.locator('[data-setting=RABBITHOLE_WEAK_MODELS]');
    expect(await own.innerText()).toMatch(/Use qwen3:14b anyway: its checks may be wrong[\s\S]*No effect while Model above is on Automatic/);
    await page.getByLabel('Model', { exact: true }).selectOption('qwen3:14b');
    await expect.poll(() => own.innerText()).toContain('Off: no model is used');
    expect(await now.innerText()).toContain('No model');
    await own.getByRole('switch').click();
    await expect.poll(() => now.innerText()).toMatch(/Ollama with qwen3:14b[\s\S]*its checks may be wrong/);
    expect(await bar.innerText()).toContain('qwen3:14b · failed its test');
    await own.getByRole('switch').click();
    await expect.poll(() => now.innerText()).toContain('No model');
    expect(await page.getByTestId('model').first().innerText()).toContain('Failed its test');
  } finally {
    await weak.end();
  }
});

test('as long as a slow model reads, the closest passages stand there with their pages', async ({ begin }) => {
  const slow = await scripted('-read', '2s');
  try {
    const { page } = await begin({ at: '#/ask', env: slow.env });
    await ask(page, 'Which action class follows from 400 Becquerel per cubic metre?');
    const near = page.getByTestId('ask-near');
    await near.waitFor({ timeout: 20_000 });
    expect(await near.getByRole('heading').innerText()).toContain('Closest passages so far');
    const first = near.getByRole('listitem').first();
    expect((await first.locator('q').innerText()).length).toBeGreaterThan(20);
    expect(await first.getByRole('link').innerText()).toMatch(/, p\. \d+$/);
    expect(await first.getByRole('link').getAttribute('href')).toMatch(/^#\/doc\/[0-9a-f]+\?.*page=\d+/);
    await answered(page);
    expect(await near.count()).toBe(0);
  } finally {
    await slow.end();
  }
});
