import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { launch, wide } from './harness/browser';
import { expect, test } from './harness/journey';
import type { Page } from 'playwright-core';
import { begin as beginLong, ended, long } from './harness/long';
import { scripted } from './harness/model';
import { binary, Program, surroundings } from './harness/program';

// Prints rows of a Markdown table: what, median, worst. `make bench` prints its head.
const row = (what: string, median: string, worst = '') => process.stdout.write(`| ${what} | ${median} | ${worst} |\n`);
const sorted = (list: number[]) => [...list].sort((a, b) => a - b);
const median = (list: number[]) => sorted(list)[Math.floor(list.length / 2)] ?? NaN;
const ms = (n: number) => `${n.toFixed(0)} ms`;

const dir = mkdtempSync(join(tmpdir(), 'rabbithole-bench-ui-'));
process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
const add = (home: string, ...args: string[]) => execFileSync(binary, ['--home', home, 'add', '--no-embed', ...args], { env: { ...process.env, ...surroundings }, stdio: 'pipe' });

test('the size of what the page loads', () => {
  const dist = resolve(import.meta.dirname, '../dist');
  const own = readdirSync(join(dist, 'assets')).filter((name) => /\.(js|mjs|css)$/.test(name));
  const read = (name: string) => readFileSync(join(dist, 'assets', name));
  const packed = (names: Iterable<string>) => `${([...names].reduce((sum, name) => sum + gzipSync(read(name), { level: 9 }).length, 0) / 1000).toFixed(0)} kB`;
  // pdf.js comes with its worker, fonts and tables; it is fetched when the first page is drawn.
  const pdf = (name: string) => /^(engine|pdf)/.test(name);
  // The first screen waits for what the page names, for the screen itself, and for whatever these import; the other screens are fetched once it stands.
  const first = new Set<string>();
  const need = (name: string) => {
    if (first.has(name)) return;
    first.add(name);
    for (const [, from] of read(name).toString().matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) need(from!);
  };
  for (const [, name] of readFileSync(join(dist, 'index.html'), 'utf8').matchAll(/assets\/([^"]+)"/g)) need(name!);
  need(own.find((name) => name.startsWith('Library-'))!);
  expect([...first].filter(pdf)).toEqual([]);
  row('scripts and styles of the whole interface, gzip, without pdf.js', packed(own.filter((name) => !pdf(name))));
  row('... of them what the first screen, the library, waits for', packed(first));
  row('pdf.js and its worker, gzip', packed(own.filter(pdf)));
});

/** thousand writes a PDF of 1,000 pages of text, each with its number. */
function thousand(path: string) {
  const objects: string[] = ['<< /Type /Catalog /Pages 2 0 R >>', '', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'];
  const kids: string[] = [];
  for (let page = 1; page <= 1000; page++) {
    const lines = Array.from({ length: 50 }, (_, i) => `(Line ${i + 1} of sheet ${page}: the count of item ${page * 50 + i} was ${(page * 7 + i * 13) % 997} at the end of the year.) Tj T*`);
    if (page === 700) lines[20] = '(The reference level for radon in the reading room is 300 becquerel per cubic metre.) Tj T*';
    const content = `BT /F 10 Tf 50 780 Td 14 TL ${lines.join('\n')} ET`;
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${objects.length} 0 R /Resources << /Font << /F 3 0 R >> >> >>`);
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count 1000 >>`;
  let out = '%PDF-1.4\n';
  const at = objects.map((body, i) => {
    const start = out.length;
    out += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return start;
  });
  const xref = out.length;
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${at.map((n) => `${String(n).padStart(10, '0')} 00000 n \n`).join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  writeFileSync(path, out, 'latin1');
}

test('a citation in a PDF of 1,000 pages', async ({ begin }) => {
  const home = join(dir, 'thousand');
  thousand(join(dir, 'Thousand.pdf'));
  add(home, join(dir, 'Thousand.pdf'));
  execFileSync(binary, ['--home', home, 'research', '--yes', 'Which reference level for radon applies in the reading room?'], { env: { ...process.env, ...surroundings }, stdio: 'pipe' });
  const highlight: number[] = [];
  const drawn: number[] = [];
  for (let round = 0; round < 5; round++) {
    const { page, program, context } = await begin({ library: { copy: home } });
    const run = (await program.ask<{ id: string }[]>('/api/runs'))[0]!.id;
    await page.goto(`${program.page}#/report/${run}`);
    const chip = page.getByTestId('citation').first();
    await chip.hover();
    await page.waitForLoadState('networkidle'); // a person reads before the click
    // From the click to the frame after which the mark, and the page under it, are on screen.
    const took = await chip.evaluate(async (one) => {
      const begun = performance.now();
      const seen = { mark: 0, page: 0 };
      (one as HTMLElement).click();
      while (!seen.page) {
        await new Promise(requestAnimationFrame);
        const mark = document.querySelector('[data-highlight]');
        if (mark && !seen.mark) seen.mark = performance.now() - begun;
        if (mark?.closest('[data-page]')?.querySelector('canvas')) seen.page = performance.now() - begun;
        if (performance.now() - begun > 20_000) throw new Error('no page after 20 s');
      }
      return seen;
    });
    highlight.push(took.mark);
    drawn.push(took.page);
    await context.close();
    await program.end();
  }
  row('from the click on a citation in a PDF of 1,000 pages to the highlight', ms(median(highlight)), ms(Math.max(...highlight)));
  row('... and to the page drawn under it', ms(median(drawn)), ms(Math.max(...drawn)));
}, 240_000);

test('frames while 2,000 events arrive', async ({ begin }) => {
  const { page, program } = await begin({ env: long });
  const run = await beginLong(program, 125);
  await page.goto(`${program.page}#/run/${run}`);
  await page.getByTestId('run').waitFor();
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.evaluate(() => {
    const gaps: number[] = ((window as any).gaps = []);
    let last = performance.now();
    const look = (now: number) => (gaps.push(now - last), (last = now), requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
  await ended(program, run);
  await expect.poll(async () => Number(await page.getByTestId('event-log').getAttribute('data-count')), { timeout: 20_000 }).toBeGreaterThan(2000);
  const gaps: number[] = await page.evaluate(() => (window as any).gaps);
  row('gap between frames while 2,000 events arrive, 99 of 100 under', ms(sorted(gaps)[Math.floor(gaps.length * 0.99)]!), ms(Math.max(...gaps)));
}, 120_000);

/** frames measures the gaps between frames while something goes on. */
async function frames(page: Page, what: string, goesOn: () => Promise<unknown>) {
  await page.evaluate(() => {
    const gaps: number[] = ((window as any).gaps = []);
    let last = performance.now();
    const look = (now: number) => (gaps.push(now - last), (last = now), ((window as any).looking = requestAnimationFrame(look)));
    (window as any).looking = requestAnimationFrame(look);
  });
  await goesOn();
  const gaps: number[] = await page.evaluate(() => (cancelAnimationFrame((window as any).looking), (window as any).gaps));
  row(`gap between frames while ${what}, 99 of 100 under`, ms(sorted(gaps)[Math.floor(gaps.length * 0.99)]!), ms(Math.max(...gaps)));
}

test('a tree of 500 questions', async ({ begin }) => {
  const model = await scripted('-wide');
  const { page, program } = await begin({ env: model.env, context: { reducedMotion: 'no-preference' } });
  const { id } = await program.ask<{ id: string }>('/api/explorations', { question: 'Which values hold for radon in every case?', max_depth: 4, max_breadth: 8, max_nodes: 500 });
  await ended(program, id, 170_000);
  await page.goto(`${program.page}#/explore`);
  await page.getByTestId('start-question').waitFor();
  // The engine's own tree comes anew, some questions at a time, as when it grows.
  await page.evaluate(async (id) => {
    const app = (window as any).go.main.App;
    const whole = await app.Explored(id);
    let upTo = 1;
    app.Explored = async () => ({ ...whole, tree: whole.tree.slice(0, upTo) });
    (window as any).grow = (n: number) => {
      upTo = n;
      (window as any).runtime.EventsEmit('events', [{ seq: 0, run: id, kind: 'runs.changed', at: '', data: {} }]);
    };
    location.hash = `#/explore/${id}`;
  }, id);
  const map = page.getByTestId('explore-map');
  await map.waitFor();
  const whole = 500;
  await frames(page, 'a tree grows to 500 questions', async () => {
    for (let n = 13; n - 13 < whole; n += 13) {
      await page.evaluate((n) => (window as any).grow(n), n);
      await expect.poll(() => map.getAttribute('data-count'), { timeout: 5000, interval: 50 }).toBe(String(Math.min(n, whole)));
    }
  });
  const { x, y, width, height } = (await map.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.getByTestId('explore-fit').click();
  await page.mouse.move(x + width / 3, y + height / 2);
  await frames(page, '500 questions are zoomed from signs to words and back', async () => {
    for (let i = 0; i < 60; i++) {
      await page.mouse.wheel(0, i < 30 ? -90 : 90);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  });
  await page.getByTestId('explore-node').first().focus();
  await page.keyboard.press('Home');
  for (let i = 0; i < 14; i++) await page.keyboard.press('+');
  await frames(page, '500 questions are walked through by keys', async () => {
    for (let i = 0; i < 80; i++) await page.keyboard.press('ArrowDown');
  });
  await model.end();
}, 240_000);

test('the library of 1,000 documents in a browser', async () => {
  const notes = join(dir, 'Notes');
  mkdirSync(notes);
  for (let i = 0; i < 1000; i++) writeFileSync(join(notes, `note-${i}.txt`), `Note ${i}: ${100 + i} Becquerel per cubic metre in the cellar of house ${i}.\n`);
  const home = join(dir, 'many');
  add(home, notes);
  const browser = await launch();
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const page = await (await browser.newContext(wide)).newPage();
    const begun = performance.now();
    const program = await Program.start(home);
    await page.goto(`${program.url}#/library`, { waitUntil: 'commit' });
    await page.getByTestId('document-row').first().waitFor();
    times.push(performance.now() - begun);
    await page.context().close();
    await program.end();
  }
  await browser.close();
  row('from the start of the program to the rows of a library of 1,000 documents in a browser', ms(median(times)), ms(Math.max(...times)));
}, 120_000);
