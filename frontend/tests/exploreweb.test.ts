import { drop, ended, node, start } from './harness/exploring';
import { expect, test } from './harness/journey';
import { consented, online, requests, tell } from './harness/online';

const question = 'What is the reference level for radon in dwellings, and who recommends a lower one?';
const lost = /WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource|connection to the program/;

test('with the web: nothing leaves before consent, not even after a power cut, and pages are told from one’s own files', async ({ begin }) => {
  const begun = await begin({ library: 'empty', at: '#/explore', instead: online, allowed: lost });
  const { page } = begun;
  await page.getByTestId('start-question').waitFor();
  await page.getByTestId('welcome-sample').waitFor();
  await page.getByTestId('start-options').click();
  await drop(page, 'Letter.txt', 'The board asks who recommends a lower reference level than 300 becquerel per cubic metre.');
  expect(await page.getByTestId('web-choice').getAttribute('data-web'), 'the web is off').toBe('off');
  await page.locator('[data-testid=web-choice] label:has(input[value=open])').click();
  await start(page, question);
  await consented(page);
  expect(await page.getByTestId('consent-host').innerText()).toBe('search.example');
  const asked = await page.getByTestId('consent-query').evaluateAll((list) => list.map((one) => (one as HTMLInputElement).value));
  expect(asked.join(' '), 'the person’s file takes no part in what is sent').not.toMatch(/board|Letter/i);
  expect(await requests(begun.program)).toEqual([]);

  await begun.restart('SIGKILL');
  await page.locator('[data-testid=explore]:is([data-status=interrupted], [data-status=waiting], [data-status=paused])').waitFor();
  const resume = page.getByTestId('explore-resume');
  await resume.or(page.locator('[data-testid=consent][data-open=true]')).first().waitFor();
  if (await resume.count()) await resume.click();
  await consented(page);
  expect(await requests(begun.program)).toEqual([]);
  // While something may leave, the status bar says so.
  await tell(begun.program, 'hold');
  await page.getByTestId('consent-run').click();
  await expect.poll(() => page.getByTestId('status-web').innerText()).toBe('Web on');
  await tell(begun.program, 'release');
  await ended(page);
  await expect.poll(() => page.getByTestId('status-web').innerText()).toBe('Web off');
  expect((await requests(begun.program)).length).toBeGreaterThan(0);

  // A page that was read is told from a file, and opens as it was read, with its words marked.
  await node(page, '1').click();
  const card = page.getByTestId('evidence-card').filter({ hasText: 'Web' }).first();
  await card.waitFor();
  await card.getByRole('button').click();
  await page.getByTestId('article-head').waitFor();
  await page.locator('mark.passage').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('explore-report').click();
  await page.locator('[data-testid=report] [data-testid=citation].web').first().waitFor();
});
