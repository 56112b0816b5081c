import { describe, expect, it } from 'vitest';

const sources = import.meta.glob<string>(['./**/*.ts', './**/*.svelte', './**/*.css', '!./**/*.test.ts'], { query: '?raw', import: 'default', eager: true });
const files = Object.entries(sources).map(([path, text]) => ({ path: path.slice(2), text, layer: path.split('/')[1]! }));

/** What a layer may import from; types may come from backend anywhere. App and main stand above all. */
const below: Record<string, string[]> = {
  backend: ['backend', 'wailsjs'],
  state: ['state', 'backend', 'pdf'],
  pdf: ['pdf'],
  ui: ['ui'],
  parts: ['parts', 'ui', 'state', 'pdf', 'style'],
  views: ['views', 'parts', 'ui', 'state', 'pdf', 'style'],
};

/** named is the file, from src on, that an address in a file names. */
const named = (path: string, address: string) => new URL(address, `http://x/src/${path}`).pathname.replace(/^\/src\//, '').replace(/^\//, '');

/** imports lists the layers that a file draws values from. */
function imports(path: string, text: string): string[] {
  const found = text.matchAll(/(?:^|[\n;])\s*(?:import|export)\s(?!type\b)[^'";]*?from\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)|import\s+'(\.[^']+)'/g);
  return [...found].map((one) => named(path, (one[1] ?? one[2] ?? one[3])!).split('/')[0]!);
}

/** strange lists the files of other views that a view names, be it for a type. */
const strange = (path: string, text: string) =>
  [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*'(\.[^']+)'/g)].map((one) => named(path, one[1]!)).filter((file) => file.startsWith('views/') && file.split('/')[1] !== path.split('/')[1]);

it('finds the sources', () => {
  expect(files.length).toBeGreaterThan(60);
  expect(imports('views/run/Run.svelte', "import { t } from '../../state/words.svelte';\nimport type { desk } from '../../backend';")).toEqual(['state']);
  expect(strange('views/run/Run.svelte', "import type { Said } from '../report/said';\nimport { now } from './now';")).toEqual(['views/report/said']);
});

describe.each(files.filter((file) => below[file.layer]))('$path', ({ path, text, layer }) => {
  it('imports only from its layer and below', () => {
    for (const from of imports(path, text)) expect(below[layer], `${path} imports from ${from}`).toContain(from);
  });
  if (layer === 'views') it('leaves the other views alone', () => expect(strange(path, text)).toEqual([]));
  it('keeps to the rules', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(300);
    if (path !== 'parts/Prose.svelte') expect(text).not.toContain('{@html');
    expect(text).not.toMatch(/\b(local|session)Storage\b/);
    const style = /<style[^>]*>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '';
    expect(style, 'colours come from tokens.css').not.toMatch(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(/i);
  });
});
