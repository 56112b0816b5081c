import { expect, test } from './harness/journey';
import { fits } from './harness/fits';

const questions = {
  'en-GB': 'What must be done at a workplace when the reference value for radon is exceeded?',
  'de-DE': 'Was muss getan werden, wenn an einem Arbeitsplatz der Referenzwert für Radon überschritten wird?',
};

for (const [locale, question] of Object.entries(questions)) {
  test(`the whole of research in a window of 1024 by 700, ${locale}: nothing is cut off, covered or out of reach`, async ({ begin }) => {
    const { page, program } = await begin({ at: '#/new?kind=report', context: { locale, viewport: { width: 1024, height: 700 } } });
    const found: string[] = [];
    const look = async (screen: string, layer?: string) => {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      found.push(...(await fits(page, layer)).map((fault) => `${screen}: ${fault}`));
    };
    const go = (address: string) => page.goto(`${program.page}${address}`);

    await page.getByTestId('start-question').fill(question);
    await look('new research');
    await page.getByTestId('start-scope').click();
    await look('choosing documents');
    await page.getByTestId('start-scope').click();
    await page.getByTestId('start-begin').click();
    await page.getByTestId('clarify-card').first().waitFor();
    const run = page.url().split('/').pop()!;
    await look('questions');
    await page.getByTestId('clarify-card').first().getByRole('textbox').fill('Germany');
    while (!(await page.getByTestId('plan-approve').isVisible())) {
      await page.keyboard.press('Control+Enter');
      await page.waitForTimeout(200);
    }
    await look('plan');
    await page.getByTestId('plan-approve').click();
    await page.getByTestId('report-answer').waitFor({ timeout: 40_000 });
    await look('report');

    await page.getByTestId('citation').first().click();
    await page.locator('[data-highlight]').first().waitFor();
    await page.locator('[data-page] canvas').first().waitFor();
    await look('the passage beside the report');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('[data-highlight]').count()).toBe(0);
    await page.getByTestId('report-more').click();
    await look('menu of the report', '[role=menu]');
    await page.getByRole('menuitem').last().click();
    await page.getByTestId('report-fork').getByRole('button').first().waitFor();
    await look('steps to try again from');
    await page.keyboard.press('Escape');

    await go(`#/run/${run}`);
    await page.getByTestId('hole-node').nth(2).waitFor();
    await look('finished run');
    await page.getByRole('tab').nth(1).click();
    await page.getByTestId('evidence-card').first().waitFor();
    await look('findings');
    await go('#/library');
    await page.getByTestId('document-row').first().waitFor();
    await look('library');
    await go('#/history');
    await page.getByTestId('history-row').first().waitFor();
    await look('history');
    const { hash } = (await program.ask<{ hash: string; format: string }[]>('/api/documents')).find((one) => one.format === 'pdf')!;
    await go(`#/doc/${hash}?page=2`);
    await page.locator('[data-page] canvas').first().waitFor();
    await look('document');
    for (const section of ['', '?section=data', '?section=about']) {
      await go(`#/settings${section}`);
      await page.locator('[data-testid^=settings-]').first().waitFor();
      await look(`settings${section}`);
    }
    expect(found).toEqual([]);
  });
}

test('what cannot be used in a small window is found', async ({ begin }) => {
  const { page } = await begin({ at: '#/new?kind=report', context: { viewport: { width: 1024, height: 700 } } });
  await page.getByTestId('start-question').waitFor();
  expect(await fits(page)).toEqual([]);
  const spoil = (style: string, text = 'Spoilt') => page.evaluate(([style, text]) => {
    document.querySelector('#spoilt')?.remove();
    const button = Object.assign(document.createElement('button'), { id: 'spoilt', textContent: text });
    button.style.cssText = style!;
    document.body.append(button);
  }, [style, text]);
  await spoil('position: fixed; left: 1000px; top: 10px; width: 90px');
  expect(String(await fits(page))).toContain('“Spoilt” is out of sight');
  await spoil('position: fixed; left: 10px; top: 10px; width: 60px; overflow: hidden; white-space: nowrap', 'Spoilt by a name that is far too long');
  expect(String(await fits(page))).toContain('is cut off');
  await spoil('position: fixed; inset: 0; width: 1024px');
  expect(String(await fits(page))).toContain('is covered by button “Spoilt”');
});

test('where there is no room beside the report the passage lies over it, which cannot be used until Escape', async ({ begin }) => {
  const { page, program } = await begin({ context: { viewport: { width: 800, height: 620 } } });
  const { id } = (await program.ask<{ id: string }[]>('/api/runs'))[0]!;
  await page.goto(`${program.page}#/report/${id}`);
  const chip = page.getByTestId('citation').first();
  const name = (await chip.getAttribute('aria-label'))!;
  await chip.click();
  await page.locator('[data-page] canvas').first().waitFor();
  expect(await fits(page, 'aside[aria-label]')).toEqual([]);

  // However long one tabs, nothing that is covered gets the focus.
  const here = () => page.evaluate(() => (document.activeElement?.closest('main') ? 'report' : document.activeElement?.closest('aside[aria-label]') ? 'passage' : 'frame'));
  expect(await here()).toBe('passage');
  const met = new Set<string>();
  for (let i = 0; i < 60 || (i < 400 && !met.has('frame')); i++) {
    await page.keyboard.press('Tab'); // a page with many links has many stops
    met.add(await here());
  }
  expect([...met].sort()).toEqual(['frame', 'passage']);

  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe(name);
  expect(await page.locator('[inert]').count()).toBe(0);

  // A click beside it closes it too.
  await chip.click();
  await page.locator('[data-page] canvas').first().waitFor();
  await page.mouse.click(80, 300);
  await expect.poll(focused).toBe(name);
  expect(await fits(page)).toEqual([]);
});
