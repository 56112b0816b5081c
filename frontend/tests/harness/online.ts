import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import type { Program } from './program';

/** online is the program over a pretended web, for `begin({ instead: online })`. `make test-ui` builds it. */
export const online = process.env.RABBITHOLE_ONLINE ?? resolve(import.meta.dirname, '../../../build/bin/rabbithole-online');

/** Request is one that the pretended web got. */
interface Request {
  Host: string;
  Path: string;
  Query: string;
}

/** requests are all that the pretended web got, in order. */
export const requests = async (program: Program) => (await (await fetch(`${program.site}/requests`)).json()) as Request[];

/** searches are the words that the search service got. */
export const searches = async (program: Program) => (await requests(program)).filter((one) => one.Path.endsWith('/search')).map((one) => new URLSearchParams(one.Query).get('q') ?? '');

/** tell makes the pretended web misbehave: "hold", "release", "break/host". */
export const tell = (program: Program, what: string) => fetch(`${program.site}/${what}`, { method: 'POST' });

/** consented waits until the card that asks takes an answer. */
export const consented = (page: Page) => page.locator('[data-testid=consent][data-open=true]').waitFor();
