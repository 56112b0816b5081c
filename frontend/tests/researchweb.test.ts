import { expect, test } from './harness/journey';
import { consented, online, requests, searches } from './harness/online';

test('research fills what the documents do not say from the web, after it asked, and says which sources are pages', async ({ begin }) => {
  const { page, program: at } = await begin({ at: '#/new?kind=report', instead: online });
  await page.getByTestId('start-question').fill('Which reference level applies to radon in homes, and how many megawatts does the Velmar tidal power plant have?');
  await page.getByTestId('start-options').click();
  expect(await page.getByTestId('web-choice').getAttribute('data-web'), 'the web is off').toBe('off');
  await page.locator('[data-testid=web-choice] label:has(input[value=open])').click();
  // Who wants to be asked nothing is told that the choice itself is the consent.
  const nothing = page.getByRole('switch', { name: 'Skip questions and plan' });
  await nothing.click();
  expect(await page.getByTestId('web-choice').innerText()).toContain('choosing the web here is your consent');
  await nothing.click();
  expect(await page.getByTestId('web-choice').innerText()).toContain('After you agree');
  await page.getByTestId('start-begin').click();
  const card = page.locator('[data-testid=consent][data-open=true]');
  for (const end = Date.now() + 40_000; !(await card.isVisible()) && Date.now() < end; ) {
    if (await page.getByTestId('clarify-card').first().isVisible()) await page.keyboard.press('Control+Enter');
    if (await page.getByTestId('plan-approve').isVisible()) await page.getByTestId('plan-approve').click().catch(() => {});
    await page.waitForTimeout(200);
  }
  await consented(page);
  expect(await requests(at), 'nothing was asked for before').toEqual([]);
  const wanted = await page.getByTestId('consent-query').evaluateAll((list) => list.map((one) => (one as HTMLInputElement).value));
  await page.getByTestId('consent-run').click();
  await page.getByTestId('report-answer').or(page.getByTestId('run-report')).first().waitFor({ timeout: 40_000 });
  expect((await searches(at)).slice(0, wanted.length)).toEqual(wanted);
  const run = (await at.ask<{ id: string; flow: string }[]>('/api/runs'))[0]!.id;
  await page.goto(`${at.page}#/report/${run}`);
  await page.getByTestId('report-sources').getByText('Web', { exact: true }).first().waitFor();
  await page.locator('[data-testid=report] [data-testid=citation].web').first().click();
  await page.getByTestId('article-head').waitFor();
  await page.locator('mark.passage').first().waitFor();
  await page.goto(`${at.page}#/run/${run}`);
  expect(await page.getByTestId('run-web').innerText()).toMatch(/velmar/i);
});
