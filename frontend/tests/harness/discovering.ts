import { deflateSync, crc32 } from 'node:zlib';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';

/** discover writes a query and sends it with Enter; it returns the run. */
export async function discover(page: Page, query: string): Promise<string> {
  await page.getByTestId('discover-query').waitFor();
  await page.getByTestId('discover-query').fill(query);
  await page.getByTestId('discover-query').press('Enter');
  return shown(page);
}

/** shown waits for the screen of a discovery; it returns the run. */
export async function shown(page: Page): Promise<string> {
  await page.waitForURL(/#\/discover\/./);
  await page.getByTestId('discover').waitFor();
  return decodeURIComponent(page.url().split('/').pop()!);
}

/** surfaced waits until a discovery is finished and the page shows it. */
export const surfaced = (page: Page) => page.locator('[data-testid=discover][data-status=finished]').waitFor({ timeout: 50_000 });

export const cards = (page: Page) => page.getByTestId('discover-card');

/** deeper goes into the nth card and waits until what came of it is shown; it returns the run. */
export async function deeper(page: Page, nth: number): Promise<string> {
  const before = page.url();
  await cards(page).nth(nth).getByTestId('discover-deeper').click();
  await expect.poll(() => page.url()).not.toBe(before);
  const run = await shown(page);
  await surfaced(page);
  return run;
}

/** steps are the names on the map of a trail, from top to bottom; the one where the person is has a star. */
export const steps = (page: Page) => page.getByTestId('discover-step').evaluateAll((all) => all.map((one) => `${one.getAttribute('title')}${one.getAttribute('aria-current') ? ' *' : ''}`));

/** focused is what has the keyboard. */
export const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? document.activeElement?.tagName ?? '');

/** held is the card that has the keyboard. */
export const held = (page: Page) => page.evaluate(() => document.activeElement?.closest('[data-testid=discover-card]')?.getAttribute('data-id') ?? '');

/** png makes a picture of a hundred points by sixty whose file says what it is called. */
export function png(title: string): Buffer {
  const [width, height] = [100, 60];
  const chunk = (kind: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8); // eight bits of each colour
  const rows = Buffer.concat(Array.from({ length: height }, (_, y) => Buffer.from([0, ...Array.from({ length: width }, (_, x) => [x * 2, y * 4, 160]).flat()])));
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('tEXt', Buffer.from(`Title\0${title}`, 'latin1')), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

/** picture writes such a picture; it returns its path. */
export function picture(title: string, name = 'picture.png'): string {
  const path = join(mkdtempSync(join(dirname(inject('seed')), 'picture-')), name);
  writeFileSync(path, png(title));
  return path;
}
