import { cards, discover, surfaced } from './harness/discovering';
import { expect, test } from './harness/journey';
import { consented, online, requests, searches, tell } from './harness/online';

const query = 'What is the reference level for radon in dwellings, and who recommends a lower one?';
const lost = /WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource|connection to the program/;

test('with the web: nothing leaves before consent, not even after a power cut, and cards of a page open what was read', async ({ begin }) => {
  const begun = await begin({ at: '#/discover', instead: online, allowed: lost });
  const { page } = begun;
  await page.getByTestId('discover-options').click();
  expect(await page.getByTestId('web-choice').getAttribute('data-web'), 'the web is off').toBe('off');
  await page.locator('[data-testid=web-choice] label:has(input[value=open])').click();
  await discover(page, query);
  await consented(page);
  expect(await page.getByTestId('consent-host').innerText()).toBe('search.example');
  expect(await page.getByTestId('consent-query').count()).toBeGreaterThan(0);
  expect(await requests(begun.program), 'nothing was asked for before').toEqual([]);

  await begun.restart('SIGKILL');
  const resume = page.getByTestId('discover-resume');
  await resume.or(page.locator('[data-testid=consent][data-open=true]')).first().waitFor();
  if (await resume.count()) await resume.click();
  await consented(page);
  expect(await requests(begun.program)).toEqual([]);
  await tell(begun.program, 'hold');
  const mine = 'radon reference level dwellings WHO';
  for (let left = await page.getByTestId('consent-query').count(); left > 1; left--) await page.getByRole('button', { name: `Do not send search ${left}` }).click();
  await page.getByTestId('consent-query').first().fill(mine);
  await page.getByTestId('consent-run').click();
  await expect.poll(() => searches(begun.program)).toEqual([mine]);
  await page.reload();
  await page.getByTestId('discover-work').waitFor();
  await tell(begun.program, 'release');
  await surfaced(page);
  expect(await cards(page).count()).toBeGreaterThanOrEqual(8);
  await expect.poll(() => page.getByTestId('ask-left-query').allInnerTexts()).toContain(mine);

  const place = page.locator('[data-testid=discover-place].web').first();
  await place.click();
  await page.getByTestId('article-head').waitFor();
  await page.locator('mark.passage').first().waitFor();
});

test('refused, it looks in the library alone, and nothing leaves', async ({ begin }) => {
  const { page, program } = await begin({ at: '#/discover', instead: online });
  await page.getByTestId('discover-options').click();
  await page.locator('[data-testid=web-choice] label:has(input[value=open])').click();
  await discover(page, query);
  await consented(page);
  await page.getByTestId('consent-library').click();
  await surfaced(page);
  expect(await requests(program)).toEqual([]);
  expect(await page.getByTestId('ask-left').innerText()).toContain('Nothing left this computer');
  expect(await cards(page).count()).toBeGreaterThan(0);

  // Whoever goes deeper is asked again.
  await cards(page).first().getByTestId('discover-deeper').click();
  await consented(page);
  expect(await requests(program)).toEqual([]);
});
