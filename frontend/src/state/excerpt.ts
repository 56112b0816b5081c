/** Part is a stretch of an excerpt; hit is set where it is a word that was searched for. */
export interface Part {
  text: string;
  hit: boolean;
}

/** excerpt cuts a passage around the words that were searched for, and parts it where they stand: at most `most` signs. */
export function excerpt(text: string, words: readonly string[], most = 150): Part[] {
  const line = text.replace(/\s+/g, ' ').trim();
  const sought = words.map(fold).filter(Boolean);
  const hits = [...line.matchAll(/[\p{L}\p{N}]+/gu)].filter(([token]) => sought.some((word) => alike(fold(token), word)));
  const first = hits[0]?.index ?? 0;
  const from = line.length <= most || first < most / 2 ? 0 : line.indexOf(' ', first - most / 3) + 1;
  const end = line.length <= from + most ? line.length : Math.max(line.lastIndexOf(' ', from + most), from + most / 2);
  const parts: Part[] = [];
  const put = (text: string, hit: boolean) => text && parts.push({ text, hit });
  let at = from;
  for (const { 0: token, index } of hits) {
    if (index < at || index + token.length > end) continue;
    put(line.slice(at, index), false);
    put(token, true);
    at = index + token.length;
  }
  put(line.slice(at, end), false);
  if (from > 0) parts.unshift({ text: '… ', hit: false });
  if (end < line.length) parts.push({ text: ' …', hit: false });
  return parts;
}

// The search finds "limits" by "limit": a word is marked where all but its ending is the same.
const alike = (token: string, word: string) => token === word || (Math.min(token.length, word.length) >= 4 && token.startsWith(stem(word)) && token.length <= word.length + 3);
const stem = (word: string) => word.slice(0, Math.max(4, word.length - 2));
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
