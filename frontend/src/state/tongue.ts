import { words } from './words.svelte';

/** language writes a language's code as its name in the language of the interface; "" stays "". */
export function language(code: string): string {
  if (!code) return '';
  try {
    return new Intl.DisplayNames(words.language, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
