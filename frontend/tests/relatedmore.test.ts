import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { ask } from './harness/asking';
import { fits } from './harness/fits';
import { expect, test } from './harness/journey';
import { scripted } from './harness/model';
import { reading, stands, told } from './harness/related';

const memo = 'Memo-Lindenhof-School';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => (window as any).axe.run(document, { resultTypes: ['violations'] }));
  return violations.map((one: any) => `${one.id}: ${one.nodes.slice(0, 3).map((node: any) => `${node.target.join(' ')} ${(node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? ''}`).join(' | ')}`);
}

test('what a model wrote is said to be so, and opens its proof like the rest', async ({ begin }) => {
  const model = await scripted('-hold', 'related');
  try {
    const { page, program } = await begin({ env: model.env });
    await reading(page, program, memo, 2);
    await stands(page, 'searching');
    model.go();
    await stands(page, 'ready');
    expect(await page.getByTestId('related-made').getAttribute('data-made')).toMatch(/^model/);
    expect(await page.getByTestId('related-made').innerText()).toMatch(/AI-generated summary[\s\S]*qwen3:14b/);
    expect(await page.getByTestId('related-questions').innerText()).toContain('Is this still so');
    await page.getByTestId('related-bullet').first().getByTestId('citation').first().click();
    await page.getByRole('complementary', { name: 'Proof' }).locator('[data-highlight]').first().waitFor();
  } finally {
    await model.end();
  }
});

test('while a question is answered with the same model the search waits and says so, and may be stopped; then it goes on', async ({ begin }) => {
  const model = await scripted('-hold', 'settle');
  try {
    const { page, program } = await begin({ at: '#/ask', env: model.env });
    await ask(page, 'Which action class follows from 400 Bq/m³?');
    await page.locator('[data-testid=ask-turn]').first().waitFor();
    await reading(page, program, memo);
    await stands(page, 'waiting');
    expect(await page.getByTestId('related-status').innerText()).toContain('another run');
    expect(await page.getByTestId('related-find').isEnabled()).toBe(false);
    await page.getByTestId('related-stop').click();
    await stands(page, 'none');
    await page.getByTestId('related-find').click();
    await stands(page, 'waiting');
    model.go();
    await stands(page, 'ready');
    expect((await told(program, memo)).bullets!.length).toBeGreaterThan(0);
  } finally {
    await model.end();
  }
});

test('a model that answers in no shape fails the search with a sentence that has nothing of its answer, in German too', async ({ begin }) => {
  const model = await scripted('-astray', 'related');
  try {
    const { page, program } = await begin({ env: model.env, context: { locale: 'de-DE' } });
    await reading(page, program, 'Leitfaden');
    await stands(page, 'failed');
    const said = await page.getByTestId('related').innerText();
    expect(said).toContain('Fehlgeschlagen');
    expect(said).not.toContain('pleasure');
    expect((await page.getByTestId('related-failed').locator('p').first().innerText()).length).toBeGreaterThan(15);
    expect(await faults(page)).toEqual([]);
  } finally {
    await model.end();
  }
});

for (const locale of ['en-GB', 'de-DE']) {
  test(`in a window of 1024 by 700, ${locale}, everything of the panel can be used, beside the document and beside a passage`, async ({ begin }) => {
    const { page, program } = await begin({ context: { locale, viewport: { width: 1024, height: 700 } } });
    const found: string[] = [];
    const look = async (what: string) => found.push(...(await fits(page)).map((fault) => `${what}: ${fault}`));
    await reading(page, program, 'Leitfaden', 2);
    await stands(page, 'ready');
    await look('ready');
    await page.getByTestId('related-options').click();
    await look('options');
    await page.getByTestId('related-options').click();
    await page.getByTestId('related-bullet').nth(1).getByTestId('citation').first().click();
    await page.locator('[data-highlight]').first().waitFor();
    await look('beside a passage');
    if (locale === 'de-DE') {
      const said = await page.getByTestId('related').innerText();
      expect(said).toMatch(/Verwandtes[\s\S]*Neuestes suchen[\s\S]*Fertig[\s\S]*Hier, S\. \d[\s\S]*Quellen[\s\S]*Ohne Modell gefunden/);
      expect(said).not.toMatch(/Ready|Sources|Found|Where does|Refers/);
    }
    expect(found).toEqual([]);
  });
}

test('where there is no room for both the panel lies over the document, until Escape', async ({ begin }) => {
  const { page, program } = await begin({ context: { viewport: { width: 720, height: 620 } } });
  await reading(page, program, memo);
  expect(await page.getByTestId('related').count(), 'a small window begins with the document alone').toBe(0);
  await page.getByTestId('related-toggle').click();
  await stands(page, 'ready');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByTestId('related').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('related-toggle');
  expect(await fits(page)).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the panel and its settings, ${colorScheme}`, async ({ begin }) => {
    const { page, program } = await begin({ context: { colorScheme } });
    const found: string[] = [];
    const look = async (what: string) => found.push(...(await faults(page)).map((fault) => `${what}: ${fault}`));
    await reading(page, program, 'Radon-in-Homes', 4);
    await stands(page, 'ready');
    await look('ready');
    await page.getByTestId('related-options').click();
    await look('options');
    await page.getByTestId('related-bullet').first().getByTestId('citation').first().click();
    await page.locator('[data-highlight]').first().waitFor();
    await look('beside a passage');
    await page.goto(`${program.page}#/settings?section=search`);
    await page.getByTestId('related-mode').waitFor();
    await look('settings');
    expect(found).toEqual([]);
  });
}
