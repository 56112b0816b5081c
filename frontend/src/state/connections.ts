import type { desk } from '../backend';
import { t, type Key } from './words.svelte';

/** hostOf is whose page an address is. */
export const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : address);

/** Dialled is one address with how often it was dialled alike, and when last. */
export interface Dialled {
  one: desk.Connection;
  n: number;
}

/** purposeOf says what a connection was for. */
export const purposeOf = (purpose: string, say: (key: Key) => string = t): string => (Object.hasOwn(purposes, purpose) ? say(purposes[purpose as keyof typeof purposes]) : purpose);
const purposes = { search: 'settings.forSearch', page: 'settings.forPage', robots: 'settings.forRobots', model: 'settings.forModel' } as const;

/** joined makes one line of all tries of one address for one purpose and run that went alike, where the latest stands; connections come the latest first. */
export function joined(connections: readonly desk.Connection[]): Dialled[] {
  const lines = new Map<string, Dialled>();
  for (const one of connections) {
    const key = [one.address, one.purpose, one.for?.run, one.allowed, one.reason].join('\n');
    const line = lines.get(key);
    if (line) line.n++;
    else lines.set(key, { one, n: 1 });
  }
  return [...lines.values()];
}
