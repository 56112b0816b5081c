import { cards, deeper, discover, focused, held, shown, steps, surfaced } from './harness/discovering';
import { expect, test } from './harness/journey';

const query = 'What does radon do in homes?';

test('cards of the library, each with its passage; deeper and back, the way there and its map, opened again and deleted', async ({ begin }) => {
  const { page, program } = await begin({ at: '#/discover' });
  await page.getByTestId('discover-query').waitFor();
  // Nothing is shown that nobody asked for.
  expect(await cards(page).count()).toBe(0);
  expect(await page.getByTestId('discover-cards').count()).toBe(0);
  const first = await discover(page, query);
  await surfaced(page);
  const n = await cards(page).count();
  expect(n).toBeGreaterThanOrEqual(8);
  expect(n).toBeLessThanOrEqual(12);
  // The page shows what the engine made, word for word.
  const made = (await program.ask(`/api/discoveries/${first}`)).cards as { title: string; caption: string; kind: string; places: { quote: string }[] }[];
  expect(await cards(page).locator('h3').allInnerTexts()).toEqual(made.map((one) => one.title));
  expect(await cards(page).locator('.caption').allInnerTexts()).toEqual(made.map((one) => one.caption));
  expect(await page.getByTestId('discover-made').innerText()).toContain('without a model');

  // A passage opens beside its card, with its words marked.
  await cards(page).first().getByTestId('discover-place').first().click();
  await page.locator('[data-highlight]').first().waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-highlight]').count()).toBe(0);

  // The summary stands below, proved, and its citations open.
  await page.locator('[data-testid=discover-summary][data-proved=true]').waitFor();
  await page.getByTestId('discover-summary').getByTestId('citation').first().click();
  await page.locator('[data-highlight]').first().waitFor();
  await page.keyboard.press('Escape');

  // The same summary is a report, with its proof and its exports.
  await page.getByTestId('discover-report').click();
  await expect.poll(() => page.url()).toContain(`#/report/${first}`);
  await page.getByTestId('citation').first().waitFor();
  await page.goBack();
  await cards(page).first().waitFor();

  // Into two cards, from the first and from there; the map shows both ways, the breadcrumb the one that was gone.
  const titles = made.map((one) => one.title);
  const second = await deeper(page, 1);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(titles[1]);
  const third = await deeper(page, 0);
  expect(await page.getByTestId('discover-crumb').allInnerTexts()).toEqual([query, titles[1]]);
  await page.getByTestId('discover-crumb').first().click();
  await expect.poll(() => page.url()).toContain(first);
  await cards(page).first().waitFor();
  expect(await cards(page).nth(1).getAttribute('data-gone')).toBe('true');
  const fourth = await deeper(page, 2);
  await page.getByTestId('discover-map').waitFor();
  const all = await steps(page);
  expect(all).toHaveLength(4);
  expect([all[0], all[1], all[3]]).toEqual([query, titles[1], `${titles[2]} *`]);

  // A card that was gone into leads where it led before.
  await page.getByTestId('discover-step').first().click();
  await expect.poll(() => page.url()).toContain(first);
  await cards(page).nth(1).getByTestId('discover-deeper').click();
  await expect.poll(() => page.url()).toContain(second);
  expect(new Set([first, second, third, fourth]).size).toBe(4);
  expect(await program.ask('/api/trails')).toMatchObject([{ id: first, nodes: { length: 4 } }]);

  // Where it all began the trail is kept; it is opened where it ended, and deleted as a whole.
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  const trail = page.getByTestId('discover-trail');
  await trail.waitFor();
  expect(await trail.innerText()).toContain('4 steps');
  await trail.getByRole('link').click();
  await expect.poll(() => page.url()).toContain(fourth);
  await page.getByTestId('discover-step').nth(3).waitFor();
  await page.goto(`${program.page}#/discover`);
  await trail.hover();
  await trail.getByRole('button', { name: /^Delete the trail/ }).click();
  await page.getByTestId('discover-remove-sure').click();
  await expect.poll(() => trail.count()).toBe(0);
  expect(await program.ask('/api/trails')).toEqual([]);
  expect((await program.ask('/api/runs')).filter((run: any) => run.flow === 'discover')).toEqual([]);
  expect(await page.goto(`${program.page}#/discover/${third}`).then(() => page.getByText('does not exist any more').waitFor())).toBeUndefined();
});

test('a thought of one’s own goes on from a discovery, and “research this” takes the trail along', async ({ begin }) => {
  const { page, program } = await begin({ at: '#/discover' });
  const first = await discover(page, query);
  await surfaced(page);
  await page.getByTestId('discover-query').fill('How is radon measured?');
  await page.getByTestId('discover-query').press('Enter');
  await expect.poll(() => page.url()).not.toContain(first);
  const second = await shown(page);
  await surfaced(page);
  expect(await page.getByTestId('discover-crumb').allInnerTexts()).toEqual([query]);
  expect((await program.ask('/api/trails'))[0].nodes.map((node: any) => [node.run, node.parent])).toEqual([[first, ''], [second, first]]);

  const title = await cards(page).nth(1).locator('h3').innerText();
  await cards(page).nth(1).getByTestId('discover-research').click();
  await page.getByTestId('start-question').waitFor();
  expect(await page.getByTestId('start-question').inputValue()).toContain(`“${title}”`);
  await page.getByTestId('start-from').getByRole('link', { name: 'How is radon measured?' }).waitFor();
  await page.getByTestId('start-options').click();
  await page.getByRole('switch').first().click();
  await expect.poll(() => page.getByRole('switch').first().getAttribute('aria-checked')).toBe('true');
  await page.getByTestId('start-begin').click();
  await page.waitForURL(/#\/(run|report)\//);
  const research = decodeURIComponent(page.url().split('/').pop()!);
  await expect.poll(async () => (await program.ask(`/api/sessions/${research}`)).state.earlier?.trail).toEqual([query, 'How is radon measured?']);

  // The history tells discoveries from research, leads back to the cards, and lists none of their sub-runs.
  await page.goto(`${program.page}#/history`);
  const row = page.getByTestId('history-row').filter({ hasText: 'Discovery' });
  await expect.poll(() => row.count()).toBe(2);
  await row.filter({ hasText: query }).getByRole('link').click();
  await expect.poll(() => page.url()).toContain(first);
});

test('by keyboard alone: a query, through the cards, a passage, deeper, back', async ({ begin }) => {
  const { page } = await begin({ at: '#/library' });
  await page.getByTestId('document-row').first().waitFor();
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('go to discover');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('discover-query');
  await page.keyboard.type(query);
  await page.keyboard.press('Enter');
  const first = await shown(page);
  await surfaced(page);
  await expect.poll(() => focused(page)).toBe('H1');

  await page.keyboard.press('ArrowRight');
  await expect.poll(() => held(page)).toBe('C1');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => held(page)).toBe('C2');
  await page.keyboard.press('End');
  await expect.poll(() => held(page)).toBe(`C${await cards(page).count()}`);
  // The card that has the keyboard is in sight.
  await expect.poll(() => page.evaluate(() => document.activeElement!.closest('li')!.getBoundingClientRect().right <= innerWidth + 1)).toBe(true);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => held(page)).toBe('C2');
  // Tab goes through what the card offers, not through all the cards.
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('discover-place');
  await page.keyboard.press('Enter');
  await page.locator('[data-highlight]').first().waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-highlight]').count()).toBe(0);
  await expect.poll(() => held(page)).toBe('C2');
  await page.keyboard.press('o');
  await page.locator('[data-highlight]').first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => focused(page)).toBe('discover-deeper');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).not.toContain(first);
  await shown(page);
  await surfaced(page);
  await page.keyboard.press('j');
  await expect.poll(() => focused(page)).toBe('citation');
  for (let i = 0; i < 60 && (await focused(page)) !== 'discover-crumb'; i++) await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain(first);
  await cards(page).first().waitFor();
  await page.keyboard.press('n');
  await expect.poll(() => focused(page)).toBe('discover-query');
});

test('a library that says nothing about it gives no cards and says so, and an empty one asks for documents', async ({ begin }) => {
  const { page } = await begin({ at: '#/discover' });
  await discover(page, 'the orchestration of symphonies by Gustav Mahler');
  await surfaced(page);
  await page.getByText('No cards came of it').waitFor();
  expect(await page.getByTestId('discover-cards').count()).toBe(0);
  expect(await page.getByTestId('discover').innerText()).toMatch(/Mahler[\s\S]*add documents/i);

  const bare = await begin({ library: 'empty', at: '#/discover' });
  await bare.page.getByText('Your library is empty.').waitFor();
  await bare.page.getByTestId('discover-query').fill(query);
  expect(await bare.page.getByTestId('discover-send').isDisabled()).toBe(true);
});
