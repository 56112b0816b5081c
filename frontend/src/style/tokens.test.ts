import { describe, expect, it } from 'vitest';
import css from './tokens.css?raw';

function token(name: string): [light: string, dark: string] {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css);
  if (!found) throw new Error(`no colour --${name}`);
  return [found[1]!, found[2]!];
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (hi! + 0.05) / (lo! + 0.05);
}

const grounds = ['bg', 'bg-raised', 'bg-sunken', 'bg-hover'];
const pairs: [text: string, ground: string][] = [
  ...['ink', 'ink-2', 'ink-3', 'accent', 'proven', 'contradicted', 'unproven'].flatMap((text) => grounds.map((ground): [string, string] => [text, ground])),
  ['proven', 'proven-soft'],
  ['contradicted', 'contradicted-soft'],
  ['unproven', 'unproven-soft'],
  ['accent', 'accent-soft'],
  ['web', 'web-soft'],
  ['web', 'bg'],
  ['on-accent', 'web'],
  ['ink', 'accent-soft'],
  ['ink-2', 'accent-soft'],
  ['ink', 'mark'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['ink', 'bg-active'],
];

describe('colours are readable', () => {
  it.each(pairs)('%s on %s', (text, ground) => {
    for (const theme of [0, 1] as const) {
      expect(contrast(token(text)[theme], token(ground)[theme])).toBeGreaterThanOrEqual(4.5);
    }
  });
  it.each(['line-strong', 'focus'])('%s is seen as a shape', (name) => {
    for (const theme of [0, 1] as const) expect(contrast(token(name)[theme], token('bg')[theme])).toBeGreaterThanOrEqual(3);
  });
});
