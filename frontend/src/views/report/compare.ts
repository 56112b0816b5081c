import type { Part } from './citations';

/** Change is a sentence of two versions: in both, only in the older, only in the newer. */
export interface Change {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** Compared is a part of two versions side by side. */
export interface Compared {
  title: string;
  changes: Change[];
}

/** compare sets two versions of a report side by side, part by part (by title), sentence by sentence. */
export function compare(older: Part[], newer: Part[]): Compared[] {
  const rest = [...older];
  const out = newer.map((part): Compared => {
    const at = rest.findIndex((one) => one.title === part.title);
    const [before] = at < 0 ? [] : rest.splice(at, 1);
    return { title: part.title, changes: diff(before ? sentences(before) : [], sentences(part)) };
  });
  return [...out, ...rest.map((part) => ({ title: part.title, changes: diff(sentences(part), []) }))];
}

const sentences = (part: Part) => part.blocks.flatMap((block) => block.lines.flatMap((line) => [line.text, ...line.sheets.flatMap(({ sheet }) => sheet.rows.map((row) => row.join(' · ')))]));

/** diff finds the longest row of sentences that both lists share; what stands outside it is gone or new. */
export function diff(before: string[], after: string[]): Change[] {
  const longest: number[][] = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      longest[i]![j] = before[i] === after[j] ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!);
  const out: Change[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      out.push({ kind: 'same', text: before[i]! });
      i++;
      j++;
    } else if (i < before.length && (j === after.length || longest[i + 1]![j]! >= longest[i]![j + 1]!)) out.push({ kind: 'gone', text: before[i++]! });
    else out.push({ kind: 'new', text: after[j++]! });
  }
  return out;
}
