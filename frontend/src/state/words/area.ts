/** Word is a text with {placeholders}, or its plural forms chosen by the number {n}. */
export type Word = string | { one: string; other: string };

/** Both is a word in English and in German. */
export type Both = readonly [Word, Word];

/** area declares the words of one part of the interface. */
export function area<K extends string>(words: Record<K, Both>) {
  return words;
}
