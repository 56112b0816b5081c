import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { expect, test } from './harness/journey';
import { binary, surroundings } from './harness/program';

const count = 5000;
const dir = mkdtempSync(join(tmpdir(), 'rabbithole-many-'));
const library = join(dir, 'library');

beforeAll(() => {
  const notes = join(dir, 'Notes');
  mkdirSync(notes);
  for (let i = 0; i < count; i++) writeFileSync(join(notes, `note-${String(i).padStart(4, '0')}.txt`), `Note ${i}: ${100 + i} Becquerel per cubic metre in the cellar of house ${i}.\n`);
  execFileSync(binary, ['--home', library, 'add', '--no-embed', notes], { env: { ...process.env, ...surroundings }, stdio: 'pipe' });
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('5,000 documents are sorted, filtered and walked, and few rows are drawn', async ({ begin }) => {
  const { page } = await begin({ library: { copy: library } });
  const rows = page.getByTestId('document-row');
  await rows.first().waitFor();
  const grid = page.getByRole('grid');
  expect(Number(await grid.getAttribute('aria-rowcount'))).toBe(count + 1);
  const first = () => rows.first().innerText();
  const title = grid.getByRole('columnheader').first();
  await title.getByRole('button').click();
  await expect.poll(() => title.getAttribute('aria-sort')).toMatch(/ascending|descending/);
  if ((await title.getAttribute('aria-sort')) === 'descending') await title.getByRole('button').click();
  await expect.poll(first).toContain('note-0000.txt');
  await title.getByRole('button').click();
  await expect.poll(first).toContain('note-4999.txt');
  expect(await rows.count()).toBeLessThan(80);

  await grid.focus();
  await page.keyboard.press('End');
  await rows.filter({ hasText: 'note-0000.txt' }).waitFor();
  expect(await rows.count()).toBeLessThan(80);

  await page.getByPlaceholder('Filter', { exact: false }).first().fill('note-123');
  await expect.poll(() => rows.count()).toBe(10);
  await page.getByPlaceholder('Filter', { exact: false }).first().fill('nothing has this name');
  await page.getByText('No document fits').waitFor();
  await page.getByPlaceholder('Filter', { exact: false }).first().fill('');
  await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBe(count + 1);
});
