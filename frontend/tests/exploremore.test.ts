import type { Page } from 'playwright-core';
import { choose, ended, held, node, start, survey, walks } from './harness/exploring';
import { expect, test } from './harness/journey';
import { scripted } from './harness/model';

const values = 'Which values hold for radon in every case?';

/** far chooses how far the exploration may go. */
async function far(page: Page, bounds: Record<string, string>) {
  await page.getByTestId('start-question').waitFor();
  await page.getByTestId('start-options').click();
  for (const [bound, value] of Object.entries(bounds)) await page.getByTestId(`explore-${bound}`).selectOption(value);
}

/** grown waits until the map has so many questions. */
const grown = (page: Page, least: number, timeout = 30_000) => expect.poll(async () => Number((await page.getByTestId('explore-map').getAttribute('data-count').catch(() => 0)) ?? 0), { timeout }).toBeGreaterThanOrEqual(least);

test('a branch is stopped, another asked anew, a third dug into while the rest goes on; then it rests, goes on and is finished early', async ({ begin }) => {
  const model = await scripted('-wide', '-stall', '700ms', '-at', 'sufficiency_node');
  try {
    const { page } = await begin({ at: '#/explore', env: model.env });
    await far(page, { depth: '4', breadth: '4', nodes: '150' });
    await start(page, values);
    await grown(page, 5);

    await node(page, '1.2').click();
    await page.getByTestId('explore-stop').click();
    await page.getByTestId('explore-wish-send').click();
    await expect.poll(() => node(page, '1.2').getAttribute('data-state')).toBe('stopped');

    // By keyboard, on the map: the wish is worded beside it.
    await node(page, '1.3').focus();
    await page.keyboard.press('a');
    await page.locator('[data-testid=explore-wish][data-wish=reask]').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('explore-wish-text');
    await page.getByTestId('explore-wish-text').fill('Who measures radon in schools?');
    await page.getByTestId('explore-wish-text').press('Enter');
    await expect.poll(() => node(page, '1.3').innerText()).toContain('Who measures radon in schools?');

    await node(page, '1.1').focus();
    await page.keyboard.press('d');
    await page.locator('[data-testid=explore-wish][data-wish=dig]').waitFor();
    await page.getByTestId('explore-wish-text').fill('What does a passive detector cost?');
    await page.getByTestId('explore-wish-send').click();
    await node(page, '1.1.q1').waitFor();
    expect(await node(page, '1.1.q1').innerText()).toContain('What does a passive detector cost?');

    await page.getByTestId('explore-pause').click();
    await page.locator('[data-testid=explore-ended][data-kind=paused]').waitFor();
    // What is wished while it rests is seen at once where it was wished.
    await node(page, '1.4').click();
    await page.getByTestId('explore-stop').click();
    await page.getByTestId('explore-wish-send').click();
    await node(page, '1.4').locator('[data-order=stop]').waitFor();
    expect(await page.getByTestId('explore-order').innerText()).toContain('stop noted');
    expect(await page.getByTestId('explore-stop').count(), 'it is noted once').toBe(0);
    await page.getByTestId('explore-resume').click();
    await expect.poll(() => node(page, '1.4').getAttribute('data-state')).toBe('stopped');
    expect(await node(page, '1.4').locator('[data-order]').count()).toBe(0);
    await page.getByTestId('explore-finish').click();
    await page.getByTestId('explore-finish-sure').click();
    await ended(page);
    await page.getByTestId('explore-go-on').waitFor();
    expect(await node(page, '1.2').getAttribute('data-state')).toBe('stopped');
  } finally {
    await model.end();
  }
});

test('the digest is there with UI_DEBUG alone: what is being read, what a question was given, and that the report has it all', async ({ begin }) => {
  const model = await scripted('-wide', '-hold', 'context_preprocess_per_file');
  try {
    const { page, program } = await begin({ at: '#/explore', env: { ...model.env, UI_DEBUG: 'true' } });
    await far(page, { depth: '1', breadth: '2', nodes: '10' });
    await choose(page, survey());
    const run = await start(page, 'Which annual mean radon concentration did the survey find in room seven?');
    await page.getByTestId('explore-digest-parsing').waitFor();
    expect(await page.getByTestId('explore-digest-parsing').innerText()).toMatch(/Reading your files\s*0 ready, 0 failed, of 1/);
    expect(await page.getByTestId('explore-file').innerText()).toMatch(/being read$/);
    expect(await page.getByTestId('explore-files').innerText()).toContain('0 of 1 read');
    model.go();
    await page.getByTestId('explore-digest-slice').waitFor();
    await ended(page);
    const slice = page.getByTestId('explore-digest-slice');
    const last = (await program.events(run)).findLast((event) => event.kind === 'context_for_node_ready')!;
    expect(await slice.getAttribute('data-node')).toBe(last.data.node_id);
    expect(JSON.parse(await slice.innerText())).toEqual(last.data.context_slice);
    expect(await page.getByTestId('explore-digest-attached').innerText()).toMatch(/The full context was attached to the report: \d+ entr/);
    // The pane goes with the setting, wherever the run is looked at.
    await page.reload();
    await page.getByTestId('explore-digest-slice').waitFor();
  } finally {
    await model.end();
  }
});

test('without UI_DEBUG there is no digest in the page at any time, and the files stay in sight; the setting brings it and takes it away', async ({ begin }) => {
  const { page, program } = await begin({ at: '#/explore' });
  await page.getByTestId('start-question').waitFor();
  await page.evaluate(() => {
    const seen: string[] = ((window as any).seen = []);
    new MutationObserver(() => seen.push(...[...document.querySelectorAll('[data-testid^=explore-digest], [data-testid=explore-files]')].map((one) => (one as HTMLElement).dataset.testid!))).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await choose(page, survey());
  const run = await start(page, 'Which annual mean radon concentration did the survey find in room seven?');
  await ended(page);
  expect(new Set(await page.evaluate(() => (window as any).seen))).toEqual(new Set(['explore-files']));
  expect(await page.getByTestId('explore-file').innerText()).toMatch(/Survey-Harbour-Office\.pdf[\s\S]*ready, \d+ entries/);

  for (const [on, there] of [['true', 1], ['false', 0]] as const) {
    await page.goto(`${program.page}#/settings?section=limits`);
    const digest = page.locator('[data-setting=UI_DEBUG]').getByRole('switch');
    await digest.click();
    await expect.poll(() => digest.getAttribute('aria-checked')).toBe(on);
    await page.goto(`${program.page}#/explore/${run}`);
    await node(page, '1').waitFor();
    await expect.poll(() => page.getByTestId('explore-digest').count()).toBe(there);
    if (there) await page.getByTestId('explore-digest-slice').waitFor();
    await page.getByTestId('explore-file').waitFor();
  }
});

test('500 questions: walked by keys, folded, zoomed from words to signs, and only what is seen is drawn', async ({ begin }) => {
  const model = await scripted('-wide');
  try {
    const { page } = await begin({ at: '#/explore', env: model.env });
    await far(page, { depth: '4', breadth: '8', nodes: '500' });
    await start(page, values);
    await grown(page, 500, 90_000);
    const map = page.getByTestId('explore-map');
    expect(await page.getByTestId('explore-node').count(), 'drawn of 500').toBeLessThan(150);

    await node(page, '1').focus();
    await walks(page, 'ArrowRight', '1.1');
    await walks(page, 'ArrowRight', '1.1.1');
    await walks(page, 'ArrowDown', '1.1.1.1');
    await page.keyboard.press('End');
    await expect.poll(() => held(page)).toMatch(/^1\.8/);
    const last = (await held(page)).split('.').slice(0, 2).join('.');
    await walks(page, 'Home', '1');
    // Folding a branch hides what is below it and says so.
    await walks(page, 'ArrowRight', '1.1');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => node(page, '1.1').getAttribute('aria-expanded')).toBe('false');
    await walks(page, 'ArrowDown', '1.2');
    expect(await node(page, '1.2').evaluate((one) => ['aria-level', 'aria-posinset', 'aria-setsize', 'tabindex'].map((name) => one.getAttribute(name)))).toEqual(['2', '2', '8', '0']);
    expect(await page.locator('[data-testid=explore-node][tabindex="0"]').count(), 'one stop for Tab').toBe(1);
    expect(last).toBe('1.8');

    for (const [key, detail] of [['+', 'card'], ['-', 'dot']] as const) {
      for (let i = 0; i < 14; i++) await page.keyboard.press(key);
      await expect.poll(() => map.getAttribute('data-detail')).toBe(detail);
      expect(await held(page), 'zooming keeps the keyboard where it is').toBe('1.2');
    }
    await page.keyboard.press('0');
    await expect.poll(() => page.getByTestId('explore-node').count()).toBeGreaterThan(400);
    await walks(page, 'End', await page.getByTestId('explore-node').last().getAttribute('data-id').then((id) => id!));
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('explore-detail').getAttribute('data-node')).toMatch(/^1\.8/);
  } finally {
    await model.end();
  }
}, 180_000);
