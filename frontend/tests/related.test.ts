import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from './harness/journey';
import { reading, stands, states, told } from './harness/related';
import { samples } from './harness/seed';
import { places, sheet } from './harness/words';

const memo = 'Memo-Lindenhof-School';
const lost = /WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource|connection to the program/;
const bullets = (page: Page) => page.getByTestId('related-bullet');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? document.activeElement?.tagName.toLowerCase());

test('a document that is opened gets company by itself: points that each open their passage, sources, what to verify, and how it was made', async ({ begin }) => {
  const { page, program } = await begin({ at: '#/library' });
  await page.getByTestId('document-row').first().waitFor();
  const seen = await states(page);
  const hash = await reading(page, program, memo, 2);
  await stands(page, 'ready');
  const way = (await seen()).filter((state) => state !== 'none');
  expect(way.at(-1)).toBe('ready');
  expect(way.slice(0, -1).every((state) => ['queued', 'starting', 'searching', 'summarizing'].includes(state)), way.join()).toBe(true);

  expect(await page.getByRole('complementary', { name: 'Related info' }).count()).toBe(1);
  const count = await bullets(page).count();
  expect(count).toBeGreaterThanOrEqual(3);
  expect(count).toBeLessThanOrEqual(8);
  expect(await page.getByTestId('related-status').innerText()).toMatch(/Ready\s+Found just now/);
  expect(await page.getByTestId('related-made').innerText()).toMatch(/Found without a model[\s\S]*Last looked on [\s\S]*by itself[\s\S]*Kept until [\s\S]*Nothing left this computer/);
  expect(await page.getByTestId('related-made').innerText()).not.toContain('AI-generated');
  expect(await page.getByTestId('related-source').first().innerText()).toMatch(/\w{4}/);
  expect(await page.getByTestId('related-questions').innerText()).toContain('?');

  // Every point has a citation, and it opens another document where the quote stands.
  for (let i = 0; i < count; i++) expect(await bullets(page).nth(i).getByTestId('citation').count(), `citations of point ${i + 1}`).toBeGreaterThan(0);
  const { bullets: told1 } = await told(program, memo);
  await bullets(page).nth(1).getByTestId('citation').first().click();
  await page.locator('[data-highlight]').first().waitFor();
  expect(told1![1]!.places[0]!.document).not.toBe(hash);
  expect(page.url(), 'the document stays').toContain(hash);
  expect(await bullets(page).count(), 'the points stay beside the passage').toBe(count);
  const side = page.getByRole('complementary', { name: 'Proof' });
  await expect.poll(() => side.locator('[data-highlight]').count()).toBeGreaterThan(0);
  expect(await bullets(page).nth(1).getByTestId('citation').first().getAttribute('aria-current')).toBe('true');

  // What the point is set against is shown in the document itself.
  await page.keyboard.press('Escape');
  await page.getByTestId('related-about').last().click();
  await page.locator('main [data-highlight]').first().waitFor();
});

test('what was found is kept: no second search when the document is opened again, nor after the program was started anew; the button looks anew', async ({ begin }) => {
  const begun = await begin({ allowed: lost });
  const { page, program } = begun;
  await reading(page, program, memo);
  await stands(page, 'ready');
  const first = (await told(program, memo)).updatedAt!;

  await page.goto(`${program.page}#/library`);
  await page.getByTestId('document-row').first().waitFor();
  const seen = await states(page);
  await reading(page, program, memo);
  await stands(page, 'ready');
  expect(await seen()).toEqual(['ready']);
  expect((await told(program, memo)).updatedAt).toBe(first);

  const again = await begun.restart('SIGINT');
  await page.reload();
  await stands(page, 'ready');
  expect((await told(again, memo)).updatedAt).toBe(first);
  expect(await bullets(page).count()).toBeGreaterThan(2);

  const anew = await states(page);
  await page.getByTestId('related-find').click();
  await expect.poll(async () => (await told(again, memo)).updatedAt).not.toBe(first);
  await stands(page, 'ready');
  await expect.poll(anew).toEqual(expect.arrayContaining(['ready']));
  await expect.poll(async () => (await told(again, memo)).status).toBe('ready');
  expect(await page.getByTestId('related-made').innerText(), 'the person looked, not the program').not.toContain('by itself');
});

test('where the settings want no search by itself, nothing is looked for until the button is pressed', async ({ begin }) => {
  const { page, program } = await begin({ at: '#/settings?section=search' });
  const automatic = page.locator('[data-setting=RELATED_AUTOMATIC]').getByRole('switch');
  await expect.poll(() => automatic.getAttribute('aria-checked')).toBe('true');
  expect(await page.locator('[data-setting=RELATED_AUTOMATIC_WEB]').getByRole('switch').getAttribute('aria-checked'), 'the web is off').toBe('false');
  await automatic.click();
  await expect.poll(() => automatic.getAttribute('aria-checked')).toBe('false');
  await page.getByTestId('related-mode').selectOption('deep');
  await expect.poll(async () => (await program.ask<{ name: string; value: string }[]>('/api/settings')).find((one) => one.name === 'RELATED_MODE')?.value).toBe('deep');

  await reading(page, program, memo);
  await stands(page, 'none');
  await page.getByText('Nobody has looked yet').waitFor();
  await page.waitForTimeout(500);
  expect((await told(program, memo)).status).toBe('none');

  // The setting is what the button begins with; here it is changed for once.
  await page.getByTestId('related-options').click();
  expect(await page.locator('[data-testid=related] input[value=deep]').isChecked()).toBe(true);
  expect(await page.getByTestId('web-choice').getAttribute('data-web')).toBe('off');
  await page.locator('[data-testid=related] label:has(input[value=quick])').click();
  await page.getByTestId('related-find').click();
  await stands(page, 'ready');
  expect(await told(program, memo)).toMatchObject({ status: 'ready', mode: 'quick' });
});

test('a search that cannot be made says why, keeps what was found before, and may be tried again', async ({ begin }) => {
  const first = await begin({ allowed: lost });
  await reading(first.page, first.program, memo);
  await stands(first.page, 'ready');
  const count = await bullets(first.page).count();
  await first.program.end();

  // The model that is chosen now has no server.
  const { page, program } = await begin({ library: { copy: first.home }, env: { RABBITHOLE_ENGINE: 'ollama' } });
  await reading(page, program, memo);
  await stands(page, 'ready');
  await page.getByTestId('related-find').click();
  await stands(page, 'failed');
  const said = await page.getByTestId('related-failed').innerText();
  expect(said).toMatch(/Ollama/);
  expect(said).toContain('What was found before is still here.');
  expect(await bullets(page).count()).toBe(count);
  expect(await page.getByTestId('related-find').isEnabled()).toBe(true);

  await reading(page, program, 'TN-3');
  await stands(page, 'failed');
  expect(await page.getByTestId('related-failed').innerText()).not.toContain('still here');
  expect(await bullets(page).count()).toBe(0);
});

test('the panel by keyboard: put away and back, from point to point, into a passage and out again', async ({ begin }) => {
  const { page, program } = await begin();
  await reading(page, program, memo);
  await stands(page, 'ready');
  await page.keyboard.press('i');
  await expect.poll(() => page.getByTestId('related').count()).toBe(0);
  expect(await page.getByTestId('related-toggle').innerText(), 'how much there is to be seen').toMatch(/Related info\s*\d/);

  // It stays away until it is wanted, in other documents too.
  await reading(page, program, 'TN-3');
  expect(await page.getByTestId('related').count()).toBe(0);
  expect((await told(program, 'TN-3')).status, 'who wants no company gets none').toBe('none');
  await reading(page, program, memo);
  await page.keyboard.press('i');
  await stands(page, 'ready');
  await expect.poll(() => focused(page)).toBe('h2');

  for (let i = 0; i < 12 && (await focused(page)) !== 'citation'; i++) await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('citation');
  const name = await page.evaluate(() => document.activeElement!.getAttribute('aria-label'));
  await page.keyboard.press('Enter');
  await page.locator('[data-highlight]').first().waitFor();
  const current = () => page.locator('[data-testid=related] [data-testid=citation][aria-current=true]').evaluateAll((list) => list.map((one) => [...document.querySelectorAll('[data-testid=related] [data-testid=citation]')].indexOf(one)));
  expect(await current()).toEqual([0]);
  await page.keyboard.press('j');
  await expect.poll(current).toEqual([1]);
  await page.keyboard.press('k');
  await expect.poll(current).toEqual([0]);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-highlight]').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement!.getAttribute('aria-label'))).toBe(name);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Related info beside the document').waitFor();
});

test('the passage that a point opens is the one that is quoted, word by word', async ({ begin }) => {
  const { page, program } = await begin();
  await reading(page, program, 'MP-07', 5);
  await stands(page, 'ready');
  const { bullets: list } = await told(program, 'MP-07');
  for (const [i, { places: [place] }] of list!.entries()) {
    const paper = sheet(join(samples, place!.name), place!.page);
    const words = places(paper.words, place!.quote)[0];
    if (!words) continue; // pdftotext reads these letters otherwise
    await bullets(page).nth(i).getByTestId('citation').first().click();
    const marks = page.getByRole('complementary', { name: 'Proof' }).locator(`[data-page="${place!.page}"] [data-highlight]`);
    const missed = async () => {
      const boxes = await marks.evaluateAll((all, width) => all.map((one) => {
        const paper = one.closest('[data-page]')!.getBoundingClientRect();
        const box = one.getBoundingClientRect();
        const scale = width / paper.width;
        return { left: (box.left - paper.left) * scale, right: (box.right - paper.left) * scale, top: (box.top - paper.top) * scale, bottom: (box.bottom - paper.top) * scale };
      }), paper.width);
      const on = (x: number, y: number) => boxes.some((box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
      return words.filter((word) => !on((word.left + word.right) / 2, (word.top + word.bottom) / 2)).map((word) => word.text);
    };
    await expect.poll(missed, { message: place!.quote }).toEqual([]);
  }
});
