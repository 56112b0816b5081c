/** Word is a text with {placeholders}, or its plural forms chosen by the number {n}. */
export type Word = string | { one: string; other: string };

/** area declares the words of one part of the interface; the compiler refuses a key that one language lacks. */
export function area<K extends string>(words: { en: Record<K, Word>; de: Record<NoInfer<K>, Word> }) {
  return words;
}
