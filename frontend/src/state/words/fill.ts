import type { Fill, Language } from './index';
import type { Word } from './area';

/** fill chooses the plural form by {n} and puts values in; numbers are written as the language writes them. */
export function fill(word: Word, values: Fill, language: Language): string {
  const text = typeof word === 'string' ? word : word[form(values.n, language)];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
  });
}

function form(n: string | number | undefined, language: Language): 'one' | 'other' {
  return new Intl.PluralRules(language).select(Number(n ?? 0)) === 'one' ? 'one' : 'other';
}
