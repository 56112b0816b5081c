import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Begun } from './harness/journey';
import { crowded, endless } from './harness/paper';

/** added adds a file to the library and returns the hash it is known by. */
async function added({ program }: Begun, name: string, bytes: Buffer): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'rabbithole-paper-'));
  try {
    writeFileSync(join(dir, name), bytes);
    await program.ask('/api/documents', { paths: [join(dir, name)] });
    const found = async () => (await program.ask<{ hash: string; name: string; passages: number }[]>('/api/documents')).find((one) => one.name === name && one.passages > 0)?.hash;
    await expect.poll(found, { timeout: 30_000 }).toBeTruthy();
    return (await found())!;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

test('a page that never ends is given up; its neighbours and other files are read meanwhile and after', async ({ begin }) => {
  const begun = await begin();
  const { page, program } = begun;
  const hash = await added(begun, 'endless.pdf', endless());
  const other = (await program.ask<{ hash: string; format: string; name: string }[]>('/api/documents')).find((one) => one.format === 'pdf' && one.name !== 'endless.pdf')!.hash;
  const drawn = (number: number) => page.locator(`[data-page="${number}"] canvas`).first();

  // It is at work on the second page for much longer than this takes.
  await page.goto(`${program.page}#/doc/${hash}?page=2`);
  await page.locator('[data-page="2"]').waitFor();
  await page.waitForTimeout(1500);
  expect(await drawn(2).count()).toBe(0);
  await page.goto(`${program.page}#/doc/${other}?page=1`);
  await drawn(1).waitFor();

  await page.goto(`${program.page}#/doc/${hash}?page=2`);
  const given = page.locator('[data-page="2"]').getByRole('note');
  await given.waitFor({ timeout: 60_000 });
  expect(await given.innerText()).toContain('takes too long to draw');
  await drawn(1).waitFor();
  await drawn(3).waitFor();

  // Asked for once more, it is tried once more, and the note is gone meanwhile.
  await given.getByRole('button', { name: 'Try again' }).click();
  await given.waitFor({ state: 'detached' });
  await page.goto(`${program.page}#/doc/${other}?page=1`);
  await drawn(1).waitFor();
});

test('of 100,000 links on a page the first few hundred are buttons, and a note says so', async ({ begin }) => {
  const begun = await begin();
  const { page, program } = begun;
  const hash = await added(begun, 'crowded.pdf', crowded(100_000));
  await page.goto(`${program.page}#/doc/${hash}`);
  const drawn = page.locator('[data-page="1"] canvas').first();
  const again = page.getByRole('button', { name: 'Try again' }); // a machine with much else to do takes longer than a person waits
  await drawn.or(again).waitFor({ timeout: 40_000 });
  if (await again.isVisible()) await again.click();
  await drawn.waitFor({ timeout: 50_000 });
  await page.getByText('This page has 100,000 links').waitFor({ timeout: 60_000 });
  expect(await page.locator('[data-page="1"] button').count()).toBe(500);
  // What there is works.
  await page.getByRole('button', { name: 'https://example.com/7', exact: true }).click();
  await page.getByRole('dialog').getByText('https://example.com/7').first().waitFor();
});
