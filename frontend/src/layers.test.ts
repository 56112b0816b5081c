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

/** imports lists the layers that a file draws values from. */
function imports(path: string, text: string): string[] {
  const found = text.matchAll(/(?:^|[\n;])\s*(?:import|export)\s(?!type\b)[^'";]*?from\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)|import\s+'(\.[^']+)'/g);
  return [...found].map((one) => new URL((one[1] ?? one[2] ?? one[3])!, `http://x/src/${path}`).pathname.replace(/^\/src\//, '').replace(/^\//, '').split('/')[0]!);
}

it('finds the sources', () => {
  expect(files.length).toBeGreaterThan(60);
  expect(imports('views/run/Run.svelte', "import { t } from '../../state/words.svelte';\nimport type { desk } from '../../backend';")).toEqual(['state']);
});

describe.each(files.filter((file) => below[file.layer]))('$path', ({ path, text, layer }) => {
  it('imports only from its layer and below', () => {
    for (const from of imports(path, text)) expect(below[layer], `${path} imports from ${from}`).toContain(from);
  });
  it('keeps to the rules', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(300);
    if (path !== 'parts/Prose.svelte') expect(text).not.toContain('{@html');
    expect(text).not.toMatch(/\b(local|session)Storage\b/);
    const style = /<style[^>]*>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '';
    expect(style, 'colours come from tokens.css').not.toMatch(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(/i);
  });
});
