import { expect, it } from 'vitest';
import { areas } from './index';

const sources = Object.values(import.meta.glob<string>(['/src/**/*.ts', '/src/**/*.svelte', '!/src/**/*.test.ts', '!/src/state/words/*'], { query: '?raw', import: 'default', eager: true })).join('\n');

/** A word is named as it is, "run.title", or put together: `run.${how}`, `${place}.title`. What is put together fits whatever it could be. */
const named = new Set([...sources.matchAll(/['"`]([a-z]+\.\w+)['"`]/g)].map((one) => one[1]));
const made = [...new Set([...sources.matchAll(/`((?:[a-z]+|\$\{\w+\})\.(?:\w|\$\{[^}`]*\})+)`/g)].map((one) => one[1]!).filter((one) => one.includes('${')))].map((one) => new RegExp(`^${one.replace(/\./g, '\\.').replace(/\$\{[^}]*\}/g, '\\w+')}$`));

it('holds no word that nothing says', () => {
  expect(named.size).toBeGreaterThan(500);
  expect(made.length).toBeGreaterThan(10);
  const keys = Object.entries(areas).flatMap(([area, words]) => Object.keys(words).map((name) => `${area}.${name}`));
  expect(keys.filter((key) => !named.has(key) && !made.some((one) => one.test(key)))).toEqual([]);
});
