import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { answered, ask } from './harness/asking';
import { discover, surfaced } from './harness/discovering';
import { choose, ended, node, start, survey } from './harness/exploring';
import { test } from './harness/journey';
import { reading, stands } from './harness/related';

const folder = process.env.PICTURES ?? resolve(import.meta.dirname, '../../docs/pictures');

/** The pictures README shows, of the library of the sample documents: `make pictures`. */
test('the library, a run and its rabbit hole, a report beside its proof, an answer, a tree of questions, cards, a document in company', async ({ begin }) => {
  mkdirSync(folder, { recursive: true });
  const take = (name: string) => page.screenshot({ path: join(folder, `${name}.png`) });
  const drawn = () => page.locator('[data-page]:has([data-highlight]) canvas').first().waitFor();
  const { page, program } = await begin({ at: '#/library' });
  await page.getByTestId('document-row').nth(6).waitFor();
  await take('library');

  const { id: report } = await program.ask<{ id: string }>('/api/runs', { question: 'How long does a verification measurement last, and when may it begin?', unattended: true });
  await expect.poll(async () => (await program.ask<{ id: string; status: string }[]>('/api/runs')).find((one) => one.id === report)?.status, { timeout: 30_000 }).toBe('finished');
  await page.goto(`${program.page}#/run/${report}`);
  await page.locator('[data-testid=hole-node][data-kind=evidence]').first().waitFor();
  await take('run');

  await page.goto(`${program.page}#/report/${report}`);
  await page.getByTestId('citation').first().click();
  await drawn();
  await page.mouse.move(0, 0);
  await take('report');

  await page.goto(`${program.page}#/ask`);
  await ask(page, 'How long must a measurement last for a decision about remediation?');
  await answered(page);
  await page.getByTestId('citation').first().click();
  await drawn();
  await page.mouse.move(0, 0);
  await take('ask');

  await page.goto(`${program.page}#/explore`);
  await page.getByTestId('start-question').waitFor();
  await choose(page, survey());
  await start(page, 'What did the survey find in the harbour office, which reference level applies to workplaces, who has to measure radon there, and how is it reduced?');
  await ended(page);
  await node(page, '1.2').click();
  await page.getByTestId('evidence-card').first().waitFor();
  await page.mouse.move(0, 0);
  await take('explore');

  await page.goto(`${program.page}#/discover`);
  await discover(page, 'ventilation against radon in houses');
  await surfaced(page);
  await page.mouse.move(0, 0);
  await take('discover');

  await reading(page, program, 'MP-07', 2);
  await stands(page, 'ready');
  await page.locator('[data-page] canvas').first().waitFor();
  await page.mouse.move(0, 0);
  await take('related');
}, 180_000);
