import { expect, test } from 'vitest';
import { Offsets } from './bytes';

const texts = ['', 'plain', 'Größe § 62 Abs. 1 – “quoted”', '𝔸 math 𝔹', 'mixed é 汉字 🙂 end', 'lone \ud800 half'];

test('byte offsets are those of the UTF-8 encoding, at every character', () => {
  for (const text of texts.slice(0, 5)) {
    const offsets = new Offsets(text);
    let unit = 0;
    for (const character of text) {
      expect(offsets.byte(unit)).toBe(new TextEncoder().encode(text.slice(0, unit)).length);
      expect(offsets.unit(offsets.byte(unit))).toBe(unit);
      unit += character.length;
    }
    expect(offsets.byte(text.length)).toBe(new TextEncoder().encode(text).length);
    expect(offsets.unit(offsets.byte(text.length))).toBe(text.length);
  }
});

test('a span cut from the bytes is the span cut from the text', () => {
  for (const text of texts) {
    const bytes = new TextEncoder().encode(text);
    const offsets = new Offsets(text);
    const quote = text.slice(2, -2);
    if (!quote || text.includes('\ud800 ')) continue;
    const start = new TextEncoder().encode(text.slice(0, 2)).length;
    const end = bytes.length - new TextEncoder().encode(text.slice(-2)).length;
    expect(offsets.slice(start, end)).toBe(quote);
    expect(new TextDecoder().decode(bytes.slice(start, end))).toBe(quote);
  }
});

test('a byte inside a character leads to its start, one past the end to the end', () => {
  const offsets = new Offsets('a🙂ü');
  expect([0, 1, 2, 3, 4, 5, 6, 7, 99].map((byte) => offsets.unit(byte))).toEqual([0, 1, 1, 1, 1, 3, 3, 4, 4]);
  expect(new Offsets('lone \ud800 half').byte(7)).toBe(9); // a lone surrogate is written as U+FFFD, three bytes
});
