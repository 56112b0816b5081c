import { mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { expect, test } from './harness/journey';
import { consented, online, requests, searches, tell } from './harness/online';
import type { Program } from './harness/program';
import { reading, stands, told } from './harness/related';

const lost = /WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource|connection to the program/;
const letter = '# Letter to the board\n\nThe reference level for radon in dwellings is 300 becquerel per cubic metre. The lighthouse keeper of Velmar asks for a telescope.\n';

/** write adds a document of the person's that the pretended web has something to say to. */
async function write(program: Program) {
  const path = join(mkdtempSync(join(dirname(inject('seed')), 'letter-')), 'Letter.md');
  writeFileSync(path, letter);
  await program.ask('/api/documents', { paths: [path] });
  await expect.poll(async () => (await program.ask<{ name: string; passages: number }[]>('/api/documents')).some((one) => one.name === 'Letter.md' && one.passages > 0)).toBe(true);
}

/** look asks for the web, once. */
async function look(page: Page) {
  await page.getByTestId('related-options').click();
  expect(await page.getByTestId('web-choice').getAttribute('data-web'), 'the web is off each time').toBe('off');
  await page.locator('[data-testid=web-choice] label:has(input[value=open])').click();
  await page.getByTestId('related-find').click();
}

test('with the web: nothing leaves before consent, what was read opens as a saved article, and has company of its own', async ({ begin }) => {
  const { page, program } = await begin({ library: 'empty', at: '#/library', instead: online, allowed: lost });
  await page.locator('main h1').waitFor();
  await write(program);
  await reading(page, program, 'Letter');
  await stands(page, 'ready');
  expect(await requests(program), 'by itself it looks in the library alone').toEqual([]);

  await look(page);
  await consented(page);
  await stands(page, 'asking');
  expect(await page.getByTestId('consent-host').innerText()).toBe('search.example');
  expect(await page.getByTestId('consent').innerText(), 'words of the document are sent, and it is said so').toMatch(/taken from the document/);
  expect(await page.getByTestId('consent').innerText()).not.toContain('what stands in them');
  expect(await requests(program)).toEqual([]);
  const asked = await page.getByTestId('consent-query').evaluateAll((list) => list.map((one) => (one as HTMLInputElement).value));
  await tell(program, 'hold');
  await page.getByTestId('consent-run').click();
  await stands(page, 'searching', 'fetching');
  await expect.poll(() => page.getByTestId('status-web').innerText()).toBe('Web on');
  await tell(program, 'release');
  await stands(page, 'ready');
  expect(await searches(program)).toEqual(expect.arrayContaining(asked.slice(0, 1)));
  expect(await page.getByTestId('related-made').innerText()).toMatch(/requests? went to .*\.example/);

  const chip = page.locator('[data-testid=related] [data-testid=citation].web').first();
  await chip.click();
  await page.getByTestId('article-head').waitFor();
  await page.locator('mark.passage').first().waitFor();
  const source = page.getByTestId('related-source').filter({ hasText: '.example' }).first();
  expect(await source.innerText()).toMatch(/Web[\s\S]*\.example/);

  // The article is a document like any other.
  await page.getByRole('complementary', { name: 'Proof' }).getByRole('button', { name: 'Open on its own screen' }).click();
  await page.locator('main [data-testid=article-head]').waitFor();
  await stands(page, 'ready');
  await page.getByTestId('related-bullet').or(page.getByTestId('related-warning')).first().waitFor();
});

test('who keeps it in the library sends nothing; after a power cut the question is still there', async ({ begin }) => {
  const begun = await begin({ library: 'empty', at: '#/library', instead: online, allowed: lost });
  const { page } = begun;
  await page.locator('main h1').waitFor();
  await write(begun.program);
  await reading(page, begun.program, 'Letter');
  await stands(page, 'ready');
  await look(page);
  await consented(page);
  await begun.restart('SIGKILL');
  await consented(page);
  expect(await requests(begun.program)).toEqual([]);
  await page.getByTestId('consent-library').click();
  await stands(page, 'ready');
  expect(await requests(begun.program)).toEqual([]);
  expect((await told(begun.program, 'Letter')).status).toBe('ready');
  expect(await page.getByTestId('related-made').innerText()).toContain('Nothing left this computer');
});
