import { say, words, type Fill, type Key } from './words.svelte';

/** said speaks the language of a report; where the program does not know it, that of the interface. */
export const said = (language: string) => (key: Key, values: Fill = {}) => say(language === 'de' || language === 'en' ? language : words.language, key, values);

export type Said = ReturnType<typeof said>;
