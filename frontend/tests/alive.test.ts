import { afterAll, beforeAll } from 'vitest';
import { answered, ask } from './harness/asking';
import { expect, test } from './harness/journey';
import { scripted } from './harness/model';

// A model that reads for two seconds and writes some words a second.
let model: Awaited<ReturnType<typeof scripted>>;
beforeAll(async () => void (model = await scripted('-read', '2s', '-pause', '120ms')), 120_000);
afterAll(() => model?.end());

const question = 'How long must a measurement last for a decision about remediation?';
/** seconds is what the clock of a call shows. */
const seconds = (text: string) => Number(/(?:^|\s)(\d+):(\d\d)\b/.exec(text)?.[2] ?? -1);

test('a slow model is seen at work: a clock that ticks, the call it is at, and the words as they come', async ({ begin }) => {
  const { page } = await begin({ at: '#/ask', env: model.env });
  await ask(page, question);
  const now = page.getByTestId('run-now');
  await expect.poll(() => now.innerText()).toMatch(/^qwen3:14b is choosing what to search for, call 1 of about \d\s*0:0\d · reading [\d,]+ tokens$/);
  const first = seconds(await now.innerText());
  await expect.poll(async () => seconds(await now.innerText()), { interval: 50 }).toBeGreaterThan(first);

  await expect.poll(() => now.innerText(), { interval: 50 }).toMatch(/ · [\d,]+ tokens, [\d.,]+ per second$/);

  const draft = page.getByTestId('ask-draft');
  await draft.waitFor();
  expect(await draft.innerText()).toContain('Being written, not yet checked');
  expect(await draft.getByRole('link').count()).toBe(0);
  const length = (await draft.innerText()).length;
  await expect.poll(async () => (await draft.innerText()).length, { interval: 50 }).toBeGreaterThan(length);
  await answered(page);
  expect(await draft.count()).toBe(0);
});

test('a research with a slow model counts the call under way, and its report grows', async ({ begin }) => {
  const { page, program } = await begin({ at: '#/new?kind=report', env: model.env });
  const { id } = await program.ask('/api/runs', { question, unattended: true });
  await page.goto(`${program.page}#/run/${id}`);
  const cost = page.locator('section.cost');
  await expect.poll(() => cost.innerText()).toMatch(/Model calls\s*[1-9]/);
  await expect.poll(() => cost.innerText()).toMatch(/Working time\s*\d+:\d*[1-9]/);
  await page.getByRole('region', { name: 'Being written, not yet checked' }).waitFor({ timeout: 60_000 });
  await page.getByTestId('report-answer').waitFor({ timeout: 60_000 });
});

test('a question waits for the model that a research uses, and can be answered without', async ({ begin }) => {
  const { page, program } = await begin({ at: '#/ask', env: model.env });
  await program.ask('/api/runs', { question, unattended: true });
  await ask(page, question);
  await page.getByText('Waiting for the model: a research is using it').first().waitFor();
  await page.getByTestId('ask-without-model').click();
  await answered(page);
  const without = page.getByTestId('ask-without');
  expect(await without.getAttribute('data-why')).toBe('declined');
  expect((await program.ask<{ flow: string; engine: string; model: string }[]>('/api/runs')).find((one) => one.flow === 'answer')).toMatchObject({ engine: 'extractive', model: '' });
  await page.getByTestId('ask-again').click();
  await expect.poll(() => page.getByTestId('ask-turn').count()).toBe(2);
  await answered(page, 1);
  expect(await without.count()).toBe(1);
}, 120_000);
