import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, test, type Begun } from './harness/journey';
import { begin as beginLong, ended, long } from './harness/long';

const lost = /WebSocket|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|Failed to load resource|connection to the program/;

const status = (page: Page, wanted: string) => page.locator(`[data-testid=run][data-status=${wanted}]`).waitFor({ timeout: 30_000 });

/** watch opens a run that has begun to read, with its log in sight. */
async function watch({ page, program }: Begun, items: number): Promise<string> {
  const run = await beginLong(program, items);
  await page.goto(`${program.page}#/run/${run}`);
  await page.getByTestId('run').waitFor();
  await page.getByRole('tab', { name: 'Log' }).click();
  await expect.poll(() => logged(page)).toBeGreaterThan(100);
  return run;
}

const logged = async (page: Page) => Number((await page.getByTestId('event-log').getAttribute('data-count')) ?? 0);

/** everything reads the whole log off the screen, from its first line to its last: the numbers of its events. */
const everything = (page: Page) =>
  page.getByTestId('event-log').evaluate(async (log) => {
    const box = log.querySelector<HTMLElement>('[role=log]')!;
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const seen = new Set<number>();
    let most = 0;
    for (let at = 0; ; at += box.clientHeight * 0.8) {
      box.scrollTop = at;
      await frame();
      const drawn = [...log.querySelectorAll<HTMLElement>('[data-seq]')];
      drawn.forEach((one) => seen.add(Number(one.dataset.seq)));
      most = Math.max(most, drawn.length);
      if (at > box.scrollHeight) return { seen: [...seen].sort((a, b) => a - b), most };
    }
  });

test('2,000 events: none is missing in the log, and few are drawn', async ({ begin }) => {
  const begun = await begin({ env: long });
  const { page, program } = begun;
  const run = await watch(begun, 125);
  // How much the page holds is looked at in every frame while the run goes on.
  await page.evaluate(() => {
    const look = () => {
      (window as any).most = Math.max((window as any).most ?? 0, document.querySelectorAll('*').length);
      requestAnimationFrame(look);
    };
    look();
  });
  await ended(program, run);
  const told = (await program.events(run)).map((event) => event.seq);
  expect(told.length).toBeGreaterThan(2000);
  await expect.poll(() => logged(page)).toBe(told.length);
  const { seen, most } = await everything(page);
  expect(seen).toEqual(told);
  expect(most).toBeLessThan(100);
  expect(await page.evaluate(() => (window as any).most), 'elements of the page').toBeLessThan(3000);
});

test('a run is paused, the program is started anew, and the run goes on in the page that stayed open', async ({ begin }) => {
  const begun = await begin({ env: long, allowed: lost });
  const { page } = begun;
  const run = await watch(begun, 60);
  await page.getByTestId('run-pause').click();
  await status(page, 'paused');
  await begun.restart('SIGINT');
  const before = (await begun.program.events(run)).length;
  await page.getByTestId('run-resume').click();
  await ended(begun.program, run);
  await status(page, 'finished');
  const told = (await begun.program.events(run)).map((event) => event.seq);
  expect(told.length, 'there was something left to do').toBeGreaterThan(before + 100);
  await expect.poll(() => logged(page)).toBe(told.length);
  expect((await everything(page)).seen).toEqual(told);
});

test('kill -9 in the middle of a run: it says so, goes on, and repeats nothing', async ({ begin }) => {
  const begun = await begin({ env: long, allowed: lost });
  const { page } = begun;
  const run = await watch(begun, 100);
  expect(await page.getByTestId('gone').count()).toBe(0);
  await begun.restart('SIGKILL', async () => {
    // Nobody has to find out from a button that the program has ended.
    expect(await page.getByTestId('gone').innerText()).toMatch(/^Rabbithole has ended\. .+ Start it again/);
    expect(await page.getByTestId('run-pause').evaluate((button) => button.closest('[inert]') !== null), 'nothing can be done').toBe(true);
    expect(await page.getByTestId('run').innerText(), 'nothing is about to happen').not.toMatch(/\bleft\b/);
  });
  await page.getByTestId('gone').waitFor({ state: 'detached' });
  await status(page, 'interrupted');
  await page.getByTestId('run-resume').click();
  await ended(begun.program, run);
  await status(page, 'finished');
  const events = await begun.program.events(run);
  const worked = events.filter((event) => event.kind === 'research.summarised').map((event) => JSON.stringify(event.data));
  expect(new Set(worked).size, 'nothing was summarised twice').toBe(worked.length);
  await expect.poll(() => logged(page)).toBe(events.length);
  expect((await everything(page)).seen).toEqual(events.map((event) => event.seq));
});

test('another program takes the address: the page tells it nothing, says so, and comes back to its own', async ({ begin }) => {
  const { page, restart, program, context } = await begin({ allowed: new RegExp(`${lost.source}|decode|OTS|403`) });
  // The code of the screens comes one after the other; what is on its way when the program ends is asked for again.
  const code = () => page.evaluate(() => performance.getEntriesByType('resource').filter((one) => /\/assets\/.+\.js/.test(one.name)).length);
  for (let before = -1, now = 0; now !== before; [before, now] = [now, await code()]) await page.waitForTimeout(1500);
  const old = page.url();
  await restart('SIGKILL', async () => {
    const heard: string[] = [];
    const stranger = createServer((request, response) => {
      let body = '';
      request.on('data', (data) => (body += data));
      request.on('end', () => heard.push(`${request.method} ${request.url} ${request.headers.cookie ?? ''} ${body}`));
      response.end('{"proof":"x","challenge":"y"}');
    }).listen(Number(new URL(program.url).port), '127.0.0.1');
    try {
      await expect.poll(() => page.getByTestId('gone').innerText().catch(() => '')).toMatch(/^This page is no longer connected to Rabbithole\./);
      expect(heard.length).toBeGreaterThan(0);
      for (const one of heard.filter((line) => !line.includes('.woff2'))) expect(one).toMatch(/^POST \/bridge\/prove  \{"ticket":"[A-Z2-7]{26}","challenge":"[\w-]{43}"\}$/);
    } finally {
      stranger.closeAllConnections();
      await new Promise((done) => stranger.close(done));
    }
  });
  await page.getByTestId('gone').waitFor({ state: 'detached' });
  expect(page.url()).not.toBe(old);
  await page.reload();
  await page.getByRole('main').waitFor();
  await context.clearCookies();
  await page.reload();
  expect(await page.locator('body').innerText()).toMatch(/needs its token/);
});

test('the connection breaks again and again: the page catches up', async ({ begin }) => {
  const begun = await begin({ env: long, allowed: lost });
  const { page, program, context } = begun;
  // The page's own sockets are kept in sight, to be cut as a network cuts them.
  await context.addInitScript(() => {
    const sockets: WebSocket[] = ((window as any).sockets = []);
    window.WebSocket = class extends WebSocket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args);
        sockets.push(this);
      }
    };
  });
  await page.reload();
  const run = await watch(begun, 100);
  for (let cut = 0; cut < 8; cut++) {
    const before = (await program.events(run)).length;
    const sockets = await page.evaluate(() => ((window as any).sockets.at(-1).close(), (window as any).sockets.length));
    await expect.poll(() => page.evaluate(() => (window as any).sockets.length)).toBeGreaterThan(sockets);
    await expect.poll(async () => (await program.events(run)).length).toBeGreaterThan(before);
  }
  await ended(program, run);
  await status(page, 'finished');
  const told = (await program.events(run)).map((event) => event.seq);
  await expect.poll(() => logged(page)).toBe(told.length);
  expect((await everything(page)).seen).toEqual(told);
});
