import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { launch, wide, Witness } from './browser';
import { Program } from './program';

export { expect };

/** What a journey has in hand. */
interface Journey {
  browser: Browser;
  /** begin starts the program, on an empty library or on a copy of the one with the sample documents, and opens it. */
  begin: (options?: Beginning) => Promise<Begun>;
}

interface Beginning {
  library?: 'empty' | 'samples' | { copy: string };
  env?: Record<string, string>;
  /** A program in the place of the command line. */
  instead?: string;
  context?: BrowserContextOptions;
  /** Where to go first: "#/history". */
  at?: string;
  /** Errors in the console that belong to the journey: a program that is killed is heard of. */
  allowed?: RegExp;
}

export interface Begun {
  program: Program;
  page: Page;
  context: BrowserContext;
  witness: Witness;
  home: string;
  /** restart ends the program, in one way or the other, starts it anew at the same address, and waits until the page has found it. What is looked at meanwhile comes between. */
  restart: (how: 'SIGINT' | 'SIGKILL', meanwhile?: () => Promise<void>) => Promise<Program>;
}

export const test = base.extend<Journey>({
  browser: [
    async ({}, use: (browser: Browser) => Promise<void>) => {
      const browser = await launch();
      await use(browser);
      await browser.close();
    },
    { scope: 'file' },
  ] as never,
  begin: async ({ browser, task }, use) => {
    const ends: (() => Promise<void>)[] = [];
    const checks: (() => void)[] = [];
    await use(async ({ library = 'samples', env, instead, context: options, at = '#/library', allowed } = {}) => {
      const dir = mkdtempSync(join(tmpdir(), 'rabbithole-journey-'));
      ends.push(async () => rmSync(dir, { recursive: true, force: true }));
      const home = join(dir, 'library');
      if (library !== 'empty') cpSync(library === 'samples' ? inject('seed') : library.copy, home, { recursive: true });
      let program = await Program.start(home, { env, ...(instead ? { instead } : {}) });
      ends.push(() => program.end());
      const context = await browser.newContext({ ...wide, ...options });
      ends.push(() => context.close());
      context.setDefaultTimeout(45_000);
      const witness = new Witness(context, program.origin);
      const page = await context.newPage();
      const shots = process.env.JOURNEYS_PICTURES;
      if (shots) ends.push(async () => void (await page.screenshot({ path: join(shots, `${task.name.replace(/\W+/g, '-')}.png`) }).catch(() => {})));
      await page.goto(program.url + at);
      checks.push(() => {
        expect(witness.foreign, 'requests that leave the computer').toEqual([]);
        expect(witness.dialogs, 'dialogs').toEqual([]);
        expect(witness.errors.filter((error) => !allowed?.test(error)), 'errors of the page').toEqual([]);
      });
      const restart = async (how: 'SIGINT' | 'SIGKILL', meanwhile?: () => Promise<void>) => {
        await program.end(how);
        await meanwhile?.();
        begun.program = program = await program.again();
        const answers = () => page.evaluate(() => (window as any).go.main.App.Status().then(() => 'it answers', (error: Error) => error.message));
        await expect.poll(answers, { timeout: 45_000 }).toBe('it answers'); // the page has found it again
        return program;
      };
      const begun: Begun = { program, page, context, witness, home, restart };
      return begun;
    });
    try {
      checks.forEach((check) => check());
    } finally {
      for (const end of ends.reverse()) await end();
    }
  },
});
