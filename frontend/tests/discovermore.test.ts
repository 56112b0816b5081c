import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { cards, deeper, discover, picture, png, shown, surfaced } from './harness/discovering';
import { fits } from './harness/fits';
import { expect, test } from './harness/journey';
import { scripted } from './harness/model';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const lost = /WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource|connection to the program/;
const query = 'What does radon do in homes?';

async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => (window as any).axe.run(document, { resultTypes: ['violations'] }));
  return violations.map((one: any) => `${one.id}: ${one.nodes.slice(0, 3).map((node: any) => `${node.target.join(' ')} ${(node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? ''}`).join(' | ')}`);
}

/** give hands a file to the page as a drop into the window or a paste into the query does. */
const give = (page: Page, how: 'drop' | 'paste', name: string, type: string, bytes: Buffer) =>
  page.evaluate(
    ([how, name, type, bytes]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(bytes!), (sign) => sign.charCodeAt(0))], name!, { type }));
      if (how === 'drop') document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
      else document.querySelector('[data-testid=discover-query]')!.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }));
    },
    [how, name, type, bytes.toString('base64')] as const,
  );

test('a picture is dropped, pasted, chosen and taken away again; what it says about itself makes the query', async ({ begin }) => {
  const { page, program } = await begin({ at: '#/discover' });
  const one = page.getByTestId('discover-picture');
  await page.getByTestId('discover-query').waitFor();
  expect(await page.getByTestId('discover-send').isDisabled()).toBe(true);
  await give(page, 'paste', 'pasted.png', 'image/png', png('Pasted'));
  await one.getByRole('img', { name: /pasted\.png/ }).waitFor();
  await page.getByTestId('discover-picture-remove').click();
  await expect.poll(() => one.count()).toBe(0);
  await page.getByTestId('discover-file').setInputFiles(picture('Chosen', 'chosen.png'));
  await one.getByRole('img', { name: /chosen\.png/ }).waitFor();
  // What is no picture is refused with words, and the one that was there stays.
  await give(page, 'paste', 'notes.svg', 'image/svg+xml', Buffer.from('<svg/>'));
  await page.getByText('This is no picture that can be read.').waitFor();
  await one.getByRole('img', { name: /chosen\.png/ }).waitFor();

  await give(page, 'drop', 'Radon detector.png', 'image/png', png('Radon in homes'));
  await one.getByRole('img', { name: /Radon detector\.png/ }).waitFor();
  expect((await program.ask('/api/documents')).length, 'it does not go into the library').toBe(7);
  await page.getByTestId('discover-query').fill('What is this?');
  await page.getByTestId('discover-query').press('Enter');
  const run = await shown(page);
  await surfaced(page);
  // It is shown as it was kept; nobody saw it, and the person is told so.
  await expect.poll(() => page.getByTestId('discover-seen').getByRole('img').evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(100);
  expect(await page.getByTestId('discover-seen').innerText()).toContain('Radon in homes');
  expect(await page.getByTestId('discover-warnings').innerText()).toMatch(/No language model looked at the picture/);
  expect(await cards(page).count()).toBeGreaterThan(0);
  expect((await program.ask(`/api/discoveries/${run}`)).image).toMatchObject({ name: 'Radon detector.png', mime: 'image/png', seen: false });
  // Without words of its own it is called what it is.
  await page.goto(`${program.page}#/discover`);
  await page.getByTestId('discover-file').setInputFiles(picture('Radon in homes'));
  await one.waitFor();
  await page.getByTestId('discover-send').click();
  await shown(page);
  await surfaced(page);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).not.toBe('');
});

test('with a model: what is found is to be read while it works, the summary comes word by word, and its cards are told from rules', async ({ begin }) => {
  const model = await scripted('-hold', 'check');
  try {
    const { page, program } = await begin({ at: '#/discover', env: model.env });
    const run = await discover(page, query);
    await page.getByTestId('discover-work').waitFor();
    expect(await page.getByTestId('discover-phase-researching').getAttribute('data-state'), 'it has begun').toMatch(/^(now|done)$/); // a slow browser looks late
    await page.locator('[data-testid=discover-summary][data-proved=false]').waitFor();
    expect(await page.getByTestId('run-now').innerText(), 'there is no picture to look at').not.toMatch(/picture/i);
    // Who looks in the middle of it sees the same.
    await page.reload();
    await page.locator('[data-testid=discover-summary][data-proved=false]').waitFor();
    model.go();
    await surfaced(page);
    await page.locator('[data-testid=discover-summary][data-proved=true]').waitFor();
    expect(await cards(page).count()).toBeGreaterThanOrEqual(8);
    const { made, run: how } = await program.ask(`/api/discoveries/${run}`);
    expect(made).toMatch(/^model/);
    expect(await page.getByTestId('discover-made').innerText()).toContain(how.model);
    expect(await page.locator('[data-testid=discover-card][data-kind=model]').count()).toBeGreaterThan(0);
  } finally {
    await model.end();
  }
});

test('paused, killed in the middle and given up: it goes on where it was, each card once', async ({ begin }) => {
  const model = await scripted('-hold', 'check');
  try {
    const begun = await begin({ at: '#/discover', env: model.env, allowed: lost });
    const { page } = begun;
    await discover(page, query);
    await page.getByTestId('discover-summary').waitFor({ timeout: 30_000 });
    await begun.restart('SIGKILL');
    const resume = page.getByTestId('discover-resume');
    await resume.waitFor();
    expect(await page.getByTestId('discover-ended').innerText()).toContain('What was found is kept.');
    await resume.click();
    model.go();
    await surfaced(page);
    const ids = await cards(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-id')));
    expect(ids.length).toBeGreaterThanOrEqual(8);
    expect(new Set(ids).size).toBe(ids.length);

    model.hold();
    await page.getByTestId('discover-new').click();
    await discover(page, 'How is radon in homes measured?');
    await page.getByTestId('discover-cancel').click();
    await page.getByTestId('discover-cancel-sure').click();
    await page.locator('[data-testid=discover-ended][data-kind=cancelled]').waitFor();
    expect(await cards(page).count()).toBe(0);
  } finally {
    await model.end();
  }
});

for (const [locale, words] of Object.entries({ 'en-GB': ['What does radon do in homes?', 'leads'], 'de-DE': ['Was gilt für Radon am Arbeitsplatz?', 'Spuren'] })) {
  test(`in a window of 1024 by 700 nothing is cut off, covered or out of reach, ${locale}`, async ({ begin }) => {
    const { page } = await begin({ at: '#/discover', context: { locale, viewport: { width: 1024, height: 700 } } });
    const found: string[] = [];
    const look = async (state: string) => {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      found.push(...(await fits(page)).map((fault) => `${state}: ${fault}`));
    };
    await page.getByTestId('discover-options').click();
    await page.getByTestId('discover-file').setInputFiles(picture('A very long description of a picture'));
    await page.getByTestId('discover-picture').waitFor();
    await look('query with a picture');
    await page.getByTestId('discover-picture-remove').click();
    await discover(page, words[0]!);
    await surfaced(page);
    expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toContain(words[1]);
    await look('cards');
    await deeper(page, 0);
    await page.getByTestId('discover-map').waitFor();
    await look('map');
    await cards(page).first().getByTestId('discover-place').first().click();
    await page.locator('[data-highlight]').first().waitFor();
    await page.locator('[data-page] canvas').first().waitFor();
    await look('passage');
    await page.keyboard.press('Escape');
    await page.getByTestId('discover-new').click();
    await page.getByTestId('discover-trail').waitFor();
    await look('trails');
    expect(found).toEqual([]);
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing, ${colorScheme}`, async ({ begin }) => {
    const model = await scripted('-hold', 'check');
    try {
      const { page, program } = await begin({ at: '#/discover', env: model.env, context: { colorScheme } });
      const found: string[] = [];
      const look = async (state: string) => found.push(...(await faults(page)).map((fault) => `${state}: ${fault}`));
      await page.getByTestId('discover-options').click();
      await page.getByTestId('discover-file').setInputFiles(picture('Radon in homes'));
      await page.getByTestId('discover-picture').waitFor();
      await look('query with a picture');
      await page.getByTestId('discover-picture-remove').click();
      await discover(page, query);
      await page.getByTestId('discover-summary').waitFor();
      await look('working');
      model.go();
      await surfaced(page);
      await look('cards');
      await program.ask('/api/discoveries', { query: 'measured', from: decodeURIComponent(page.url().split('/').pop()!) }).catch((error) => found.push(String(error)));
      await page.getByTestId('discover-map').waitFor();
      await look('map');
      await page.goto(`${program.page}#/discover`);
      await page.getByTestId('discover-trail').waitFor();
      await look('trails');
      expect(found).toEqual([]);
    } finally {
      await model.end();
    }
  });
}
