import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { answered, ask } from './harness/asking';
import { expect, test } from './harness/journey';
import { fits } from './harness/fits';
import { scripted } from './harness/model';
import { consented, online, requests, tell } from './harness/online';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** tabTo presses Tab until what is wanted has the focus. */
async function tabTo(page: Page, wanted: string, most = 80) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((wanted) => !!document.activeElement?.closest(wanted), wanted)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${wanted} was not reached by ${most} presses of Tab`);
}

test('by keyboard alone: asked, agreed, read, left', async ({ begin }) => {
  const { page, program: at } = await begin({ at: '#/library', instead: online });
  await page.getByTestId('document-row').first().waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('ask-question');
  await page.keyboard.type('What is the reference level for radon in dwellings?');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Who recommends a lower one?');
  await tabTo(page, '[data-testid=web-choice] input');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await page.getByTestId('web-choice').getAttribute('data-web')).toBe('open');
  await page.keyboard.press('Shift+Tab');
  for (let i = 0; i < 20 && (await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))) !== 'ask-question'; i++) await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await consented(page);
  expect(await requests(at)).toEqual([]);
  await tabTo(page, '[data-testid=consent-run]');
  await page.keyboard.press('Enter');
  await answered(page);
  await page.getByTestId('ask-finish').waitFor({ state: 'detached' });
  await page.keyboard.press('j');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('citation');
  await page.keyboard.press('Enter');
  await page.locator('mark.passage, [data-highlight]').first().waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('citation');
});

test('a German person asks in German and is told everything in German', async ({ begin }) => {
  const { page } = await begin({ at: '#/ask', instead: online, context: { locale: 'de-DE' } });
  await page.getByRole('heading', { level: 1, name: 'Schnell' }).waitFor();
  await ask(page, 'Welcher Referenzwert gilt für Radon in Wohnräumen, und seit wann?', { deep: true, web: 'open' });
  await consented(page);
  const card = page.getByTestId('consent');
  expect(await card.innerText()).toMatch(/Dürfen diese Wörter Ihren Rechner verlassen\?[\s\S]*Ihr SearXNG[\s\S]*Nur die Bibliothek/);
  await page.getByTestId('consent-run').click();
  await answered(page);
  expect(await page.getByTestId('ask-answer').getAttribute('lang')).toBe('de');
  const seen = await page.getByTestId('ask').innerText();
  expect(seen).toContain('Was diesen Rechner verließ');
  expect(seen).not.toMatch(/\b(Sources|Your library|read|Quality|What left)\b/);
});

test('pages that attack come as text: nothing of their markup is in the page, nothing runs, nothing leaves', async ({ begin }) => {
  const { page, program: at } = await begin({ at: '#/ask', instead: online });
  const pages = ((await (await fetch(`${at.site}/hostile`)).json()) as string[]).filter((one) => /shown|active/.test(one));
  await at.ask('/api/settings/WEB_TRUSTED_URLS', { value: pages.join(' ') }, 'PUT');
  await at.ask('/api/settings/WEB_SEARCH_PROVIDER', { value: 'list' }, 'PUT');
  await page.reload();
  await ask(page, 'When was the lighthouse of Orn built, and how many steps do visitors climb?', { deep: true, web: 'open' });
  await consented(page);
  await page.getByTestId('consent-run').click();
  await answered(page);
  const cited = page.locator('[data-testid=citation].web');
  expect(await cited.count()).toBeGreaterThan(0);
  await page.locator('[data-testid=ask-source][data-web=web] button.title').first().click();
  await page.getByTestId('article-head').waitFor();
  const live = await page.evaluate(() => [...document.querySelectorAll('a[href], iframe, form[action], img, script, object, embed, link')].map((one) => (one.cloneNode() as Element).outerHTML).filter((tag) => /hostile|evil|track|javascript:|PWNED/i.test(tag)));
  expect(live).toEqual([]);
  expect((await requests(at)).filter((one) => one.Path.startsWith('/track/'))).toEqual([]);
});

test('the settings of the web: who sees what, a key that is never shown', async ({ begin }) => {
  const { page } = await begin({ at: '#/settings?section=web', instead: online });
  await page.getByTestId('web-provider').waitFor();
  expect(await page.getByTestId('web-sees').innerText()).toContain('search.example');
  await page.getByTestId('web-provider').selectOption('brave');
  await page.getByTestId('web-key-field').fill('secret-1234');
  await page.getByRole('button', { name: 'Keep the key' }).click();
  await page.locator('[data-testid=web-key][data-key=keyring]').waitFor();
  expect(await page.content()).not.toContain('secret-1234');
  expect(await page.getByTestId('web-sees').innerText()).toContain('api.search.brave.com');
  await page.getByRole('button', { name: 'Remove the key' }).click();
  await page.locator('[data-testid=web-key][data-key=""]').waitFor();
});

test('an answer is given up, or given early', async ({ begin }) => {
  const { page, program: at } = await begin({ at: '#/ask', instead: online });
  await ask(page, 'What is the reference level for radon in dwellings?', { deep: true, web: 'open' });
  await consented(page);
  await tell(at, 'hold');
  await page.getByTestId('consent-run').click();
  await page.getByTestId('ask-finish').waitFor();
  await page.getByTestId('ask-cancel').click();
  await page.locator('[data-testid=ask-turn][data-status=cancelled]').waitFor();
  await tell(at, 'release');
  await page.getByTestId('ask-resume').click();
  await answered(page);

  await ask(page, 'And how many steps does the lighthouse of Orn have?', { deep: true, web: 'open' });
  await consented(page);
  await tell(at, 'hold');
  await page.getByTestId('consent-run').click();
  await page.getByTestId('ask-finish').click();
  await tell(at, 'release');
  await answered(page, 1);
  const last = (await at.ask<{ id: string; flow: string }[]>('/api/runs'))[0]!.id;
  expect((await at.ask(`/api/reports/${last}`)).notes.join(' ')).toContain('ended on request');
});

test('with a model the answer is written in sight, survives a reload, and gives way to the proved one', async ({ begin }) => {
  const model = await scripted('-hold', 'check');
  try {
    const { page } = await begin({ at: '#/ask', instead: online, env: model.env });
    await ask(page, 'Which action class follows from 400 Becquerel per cubic metre?');
    const draft = page.getByTestId('ask-draft');
    await draft.waitFor({ timeout: 30_000 });
    await expect.poll(() => draft.innerText()).toContain('Being checked');
    await page.reload();
    await draft.waitFor();
    expect((await draft.innerText()).length).toBeGreaterThan(30);
    model.go();
    await answered(page);
    expect(await draft.count()).toBe(0);
    expect(await page.getByTestId('citation').count()).toBeGreaterThan(0);
    expect(await page.getByTestId('ask-figures').innerText()).toMatch(/^\d rounds? · .+ sources read · .+ · \d+ calls · [\d.]+K? tokens$/);
  } finally {
    await model.end();
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in any state, and all of it fits, ${colorScheme}`, async ({ begin }) => {
    const { page, program: at } = await begin({ at: '#/ask', instead: online, context: { colorScheme, viewport: { width: 1024, height: 700 } } });
    const found: string[] = [];
    const look = async (name: string, on?: string) => {
      found.push(...(await fits(page, on)).map((one) => `${name}: ${one}`));
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => (window as any).axe.run(document, { resultTypes: ['violations'] }));
      found.push(...violations.map((one: any) => `${name}: ${one.id}: ${one.nodes.slice(0, 2).map((node: any) => `${node.target.join(' ')} ${(node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? ''}`).join(' | ')}`));
    };
    await page.getByTestId('ask-question').waitFor();
    await look('empty');
    await tell(at, 'break/health.gov.example');
    await ask(page, 'What is the reference level for radon in dwellings, and who recommends a lower one?', { deep: true, web: 'open' });
    await consented(page);
    await look('consent');
    await tell(at, 'hold');
    await page.getByTestId('consent-run').click();
    await page.getByTestId('ask-finish').waitFor();
    await look('running');
    await tell(at, 'release');
    await answered(page);
    await page.getByTestId('ask-warnings').locator('summary').click();
    await look('answered');
    await page.getByRole('button', { name: 'Conversations' }).click();
    const list = page.getByRole('dialog', { name: 'Conversations' });
    await list.getByTestId('ask-conversation').waitFor();
    await look('conversations', '.popover');
    await page.keyboard.press('Escape');
    await expect.poll(() => list.count()).toBe(0);
    await page.getByTestId('citation').first().click();
    await page.locator('mark.passage, [data-highlight]').first().waitFor();
    await look('proof', 'aside');
    await page.goto(`${at.page}#/settings?section=web`);
    await page.getByTestId('web-provider').selectOption('tavily');
    await page.getByTestId('web-key').waitFor();
    await look('settings');
    await page.goto(`${at.page}#/ask/nowhere`);
    await page.getByText('does not exist any more').waitFor();
    await look('unknown');
    expect(found).toEqual([]);
  });
}
