import type { desk } from '../backend';

/** Dialled is one address with how often it was dialled alike, and when last. */
export interface Dialled {
  one: desk.Connection;
  n: number;
}

/** joined makes one line of all tries of one address that went alike, where the latest stands; connections come the latest first. */
export function joined(connections: readonly desk.Connection[]): Dialled[] {
  const lines = new Map<string, Dialled>();
  for (const one of connections) {
    const key = [one.address, one.allowed, one.reason].join('\n');
    const line = lines.get(key);
    if (line) line.n++;
    else lines.set(key, { one, n: 1 });
  }
  return [...lines.values()];
}
