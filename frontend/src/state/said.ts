import { say, words, type Fill, type Key } from './words.svelte';

/** spoken is the language in which a report's own words are said: its own, or where the program does not know that, the one of the interface. */
export const spoken = (language: string) => (language === 'de' || language === 'en' ? language : words.language);

/** said speaks the language of a report. */
export const said = (language: string) => (key: Key, values: Fill = {}) => say(spoken(language), key, values);

export type Said = ReturnType<typeof said>;
