import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { answered, ask } from './harness/asking';
import { expect, test } from './harness/journey';
import { consented, online, requests, searches, tell } from './harness/online';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const question = 'What is the reference level for radon in dwellings, and who recommends a lower one?';
const lost = /WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource|connection to the program/;

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? document.activeElement?.id ?? '');

async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => (window as any).axe.run(document, { resultTypes: ['violations'] }));
  return violations.map((one: any) => `${one.id}: ${one.nodes.slice(0, 3).map((node: any) => `${node.target.join(' ')} ${(node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? ''}`).join(' | ')}`);
}

test('from the library alone: an answer, its proof, a further question, and the end of the conversation', async ({ begin }) => {
  const { page, program: at } = await begin({ at: '#/ask', instead: online });
  await page.getByTestId('ask-question').waitFor();
  expect(await page.getByTestId('web-choice').getAttribute('data-web'), 'the web is off').toBe('off');
  await ask(page, 'Which action class follows from 400 Becquerel per cubic metre?');
  await answered(page);
  const conversation = page.url().split('/').pop()!;

  // A citation shows its quote, and opens its page beside the answer with the words marked.
  const chip = page.getByTestId('citation').first();
  expect(await chip.getAttribute('aria-label')).toMatch(/^Source 1, p. 1, Your library: /);
  await chip.click();
  await page.locator('[data-highlight]').first().waitFor();
  await page.keyboard.press('Escape');

  await ask(page, 'And what must be done then?');
  await answered(page, 1);
  // The new answer is in view from its beginning.
  await expect.poll(() => page.getByTestId('ask-turn').nth(1).evaluate((turn) => {
    const [own, box] = [turn.getBoundingClientRect(), turn.closest('.scroll')!.getBoundingClientRect()];
    return own.top >= box.top - 1 && own.top < box.bottom - 80;
  })).toBe(true);
  expect(page.url()).toContain(conversation);
  expect((await at.ask('/api/runs')).filter((run: any) => run.flow === 'answer')).toHaveLength(2);
  expect(await requests(at), 'nothing left').toEqual([]);
  expect(await page.getByTestId('ask-left').innerText()).toContain('Nothing left this computer');

  // The history tells answers from research and leads back here.
  await page.goto(`${at.page}#/history`);
  const row = page.getByTestId('history-row').filter({ hasText: 'Which action class' });
  expect(await row.innerText()).toContain('Quick');
  await row.getByRole('link').click();
  await page.getByTestId('ask-turn').nth(1).waitFor();

  // Beside the talk stand the sources of the answer that is read, also when it is opened again.
  const turns = page.getByTestId('ask-turn');
  const runs = await turns.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.run));
  for (const nth of [0, 1]) {
    await turns.nth(nth).getByTestId('citation').first().focus();
    await page.locator(`[data-testid=ask-sources][data-run="${runs[nth]}"]`).waitFor();
  }

  await page.getByTestId('ask-conversation').first().hover();
  await page.getByRole('button', { name: /^Delete the conversation/ }).click();
  await page.getByTestId('ask-remove-sure').click();
  await page.getByText('No conversation yet.').waitFor();
  expect((await at.ask('/api/runs')).filter((run: any) => run.flow === 'answer')).toEqual([]);
});

test('with the web: nothing leaves before consent, what is sent is what was agreed to, and the saved page shows the words', async ({ begin }) => {
  const { page, program: at, context } = await begin({ at: '#/ask', instead: online });
  await ask(page, question, { deep: true, web: 'open' });
  await page.getByTestId('consent').waitFor();
  await expect.poll(() => focused(page)).toBe('consent-title');
  // Keys that were meant for what stood here before, and Escape, agree to nothing.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await consented(page);
  await page.keyboard.press('Escape');
  expect(await page.getByTestId('consent-host').innerText()).toBe('search.example');
  const asked = await page.getByTestId('consent-query').evaluateAll((list) => list.map((one) => (one as HTMLInputElement).value));
  expect(asked.length).toBeGreaterThan(1);
  expect(await requests(at), 'nothing was asked for before').toEqual([]);
  expect(await faults(page)).toEqual([]);

  const mine = 'radon reference level dwellings WHO';
  await page.getByTestId('consent-query').first().fill(mine);
  for (let left = asked.length; left > 1; left--) await page.getByRole('button', { name: `Do not send search ${left}` }).click();
  await page.getByTestId('consent-these').click();
  await expect.poll(() => searches(at)).toEqual([mine]);
  // Later rounds ask again; now they may.
  while (!(await page.getByTestId('ask-answer').count())) {
    if (await page.locator('[data-testid=consent][data-open=true]').count()) await page.getByTestId('consent-run').click().catch(() => {});
    await page.waitForTimeout(100);
  }
  await answered(page);
  expect((await searches(at))[0]).toBe(mine);
  await expect.poll(() => page.getByTestId('ask-left-query').first().innerText()).toBe(mine);

  const cited = page.locator('[data-testid=citation].web').first();
  expect(await cited.getAttribute('aria-label')).toMatch(/^Source \d+, Web: /);
  await cited.hover();
  await cited.hover({ position: { x: 6, y: 6 } });
  const quote = await page.locator('.popover blockquote').innerText();
  await cited.click();
  await page.getByTestId('article-head').waitFor();
  await expect.poll(() => page.locator('mark.passage').allInnerTexts().then((all) => all.join(''))).toBe(quote);
  expect(await page.getByTestId('article-head').innerText()).toMatch(/Saved copy: what was read[\s\S]*http:\/\/[\s\S]*Leaves this computer/);
  expect(await faults(page)).toEqual([]);
  expect(context.pages(), 'nothing opened by itself').toHaveLength(1);

  // The report of the same answer tells its pages from documents, too.
  await page.goto(`${at.page}#/report/${page.url().split('/').pop()}`);
  await page.getByTestId('report-sources').getByText('Web', { exact: true }).first().waitFor();
  expect(await page.locator('[data-testid=report] [data-testid=citation].web').count()).toBeGreaterThan(0);
});

test('what fails on the way is a warning, and the answer stands', async ({ begin }) => {
  const { page, program: at } = await begin({ at: '#/ask', instead: online });
  for (const host of ['health.gov.example', 'amt-strahlen.example']) await tell(at, `break/${host}`);
  await ask(page, question, { deep: true, web: 'open' });
  await consented(page);
  await page.getByTestId('consent-run').click();
  await answered(page);
  await page.getByTestId('ask-warnings').locator('summary').click();
  expect(await page.getByTestId('ask-warnings').innerText()).toContain('health.gov.example');
  const failed = page.locator('[data-testid=ask-source][data-status=failed]').first();
  expect(await failed.innerText()).toContain('could not be read');
  expect(await faults(page)).toEqual([]);
});

test('interrupted twice on the way, by a reload and by a power cut, it loses nothing', async ({ begin }) => {
  const begun = await begin({ at: '#/ask', instead: online, allowed: lost });
  const { page } = begun;
  await ask(page, question, { deep: true, web: 'open' });
  await consented(page);
  await page.reload();
  await consented(page);
  await begun.restart('SIGKILL');
  const turn = page.getByTestId('ask-turn');
  await expect.poll(() => turn.getAttribute('data-status')).toMatch(/waiting|interrupted|paused/);
  const resume = page.getByTestId('ask-resume');
  await resume.or(page.locator('[data-testid=consent][data-open=true]')).first().waitFor();
  if (await resume.count()) await resume.click();
  await consented(page);
  expect(await requests(begun.program)).toEqual([]);
  await tell(begun.program, 'hold');
  await page.getByTestId('consent-run').click();
  await expect.poll(() => searches(begun.program).then((all) => all.length)).toBeGreaterThan(0);
  await page.reload();
  await page.getByTestId('ask-progress').waitFor();
  expect(await page.getByTestId('ask-phase-searching').getAttribute('data-state')).toBe('now');
  await tell(begun.program, 'release');
  await answered(page);
  expect(await page.getByTestId('ask-turn').count()).toBe(1);
});
