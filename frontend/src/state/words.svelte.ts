import { areas, type Fill, type Key, type Language } from './words/index';
import type { Both } from './words/area';
import { fill } from './words/fill';

export type { Fill, Key, Language };

/** Words holds the language of the interface: the chosen one, else the system's. */
class Words {
  chosen = $state<Language | ''>('');
  language = $derived<Language>(this.chosen || systemLanguage());
}

function systemLanguage(): Language {
  return globalThis.navigator?.language?.toLowerCase().startsWith('de') ? 'de' : 'en';
}

export const words = new Words();

/** t returns the text of a key in the current language; read in a template it follows a change of language. */
export function t(key: Key, values: Fill = {}): string {
  return say(words.language, key, values);
}

/** say returns the text of a key in a language of its own, as a report has one. */
export function say(language: Language, key: Key, values: Fill = {}): string {
  const [area, name] = key.split('.') as [keyof typeof areas, string];
  const both = (areas[area] as Record<string, Both>)[name];
  return both === undefined ? key : fill(both[language === 'en' ? 0 : 1], values, language);
}
