import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from './harness/journey';

const folder = process.env.PICTURES ?? resolve(import.meta.dirname, '../../docs/pictures');

/** The pictures README shows, of the library of the sample documents: `make pictures`. */
test('the library, a run and its rabbit hole, a report beside its proof', async ({ begin }) => {
  mkdirSync(folder, { recursive: true });
  const take = (name: string) => page.screenshot({ path: join(folder, `${name}.png`) });
  const { page, program } = await begin({ at: '#/library' });
  await page.getByTestId('document-row').nth(6).waitFor();
  await page.getByTestId('document-row').nth(2).click();
  await take('library');

  const report = (await program.ask<{ id: string }[]>('/api/runs'))[0]!.id;
  await page.goto(`${program.origin}/#/run/${report}`);
  await page.locator('[data-testid=hole-node][data-kind=evidence]').first().waitFor();
  await take('run');

  await page.goto(`${program.origin}/#/report/${report}`);
  await page.getByTestId('citation').nth(1).click();
  await page.locator('[data-highlight]').first().waitFor();
  await page.locator('[data-page] canvas').first().waitFor();
  await page.mouse.move(0, 0);
  await take('report');
}, 90_000);
