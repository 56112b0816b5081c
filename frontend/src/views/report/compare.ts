import type { Part } from './citations';

/** Piece is a stretch of words: in both versions, only in the older, only in the newer. */
export interface Piece {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** Change is a sentence of two versions; pieces say of one that was reworded which words did. */
export interface Change {
  kind: Piece['kind'] | 'reworded';
  text: string;
  pieces?: Piece[];
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
    return { title: part.title, changes: reworded(settled(diff(before ? sentences(before) : [], sentences(part)))) };
  });
  return [...out, ...rest.map((part) => ({ title: part.title, changes: diff(sentences(part), []) }))];
}

const sentences = (part: Part) => part.blocks.flatMap((block) => block.lines.flatMap((line) => [line.text, ...line.sheets.flatMap(({ sheet }) => sheet.rows.map((row) => row.join(' · ')))]));

/** diff finds the longest row of texts that both lists share; what stands outside it is gone or new. */
export function diff(before: string[], after: string[]): Piece[] {
  const longest: number[][] = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      longest[i]![j] = before[i] === after[j] ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!);
  const out: Piece[] = [];
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

/** settled takes a sentence that only stands elsewhere in its part for what it is: the same. */
function settled(changes: Piece[]): Piece[] {
  const texts = (kind: Piece['kind']) => new Set(changes.flatMap((one) => (one.kind === kind ? [one.text] : [])));
  const [gone, came] = [texts('gone'), texts('new')];
  return changes.flatMap((one) => (one.kind === 'gone' && came.has(one.text) ? [] : [one.kind === 'new' && gone.has(one.text) ? { ...one, kind: 'same' } : one]));
}

/** reworded makes one of a sentence that went and one that came in its place, if most of their words are the same. */
function reworded(changes: Piece[]): Change[] {
  const out: Change[] = [];
  for (let i = 0; i < changes.length; ) {
    if (changes[i]!.kind === 'same') out.push(changes[i++]!);
    else {
      const from = i;
      while (i < changes.length && changes[i]!.kind !== 'same') i++;
      out.push(...paired(changes.slice(from, i)));
    }
  }
  return out;
}

function paired(changes: Piece[]): Change[] {
  let gone = changes.filter((one) => one.kind === 'gone');
  const out: Change[] = [];
  for (const came of changes.filter((one) => one.kind === 'new')) {
    const found = gone.map((went) => words(went.text, came.text));
    const at = found.findIndex((one) => one.alike >= 0.5);
    if (at < 0) out.push(came);
    else {
      out.push(...gone.slice(0, at), { kind: 'reworded', text: came.text, pieces: found[at]!.pieces });
      gone = gone.slice(at + 1);
    }
  }
  return [...out, ...gone];
}

/** words compares two sentences word by word; alike is the share of words that both have. */
function words(before: string, after: string): { pieces: Piece[]; alike: number } {
  const [old, fresh] = [before.split(/\s+/), after.split(/\s+/)];
  const found = diff(old, fresh);
  const pieces: Piece[] = [];
  for (const one of found) {
    const last = pieces.at(-1);
    if (last?.kind === one.kind) last.text += ` ${one.text}`;
    else pieces.push({ ...one });
  }
  return { pieces, alike: found.filter((one) => one.kind === 'same').length / Math.max(old.length, fresh.length) };
}

/** Shown is a change, or how many sentences in a row are the same. */
export type Shown = Change | { kind: 'skipped'; n: number };

/** calm leaves of what is the same the sentence beside a change, and counts the others. */
export function calm(changes: Change[]): Shown[] {
  const out: Shown[] = [];
  changes.forEach((change, i) => {
    const near = change.kind !== 'same' || [changes[i - 1], changes[i + 1]].some((one) => one && one.kind !== 'same');
    const last = out.at(-1);
    if (near) out.push(change);
    else if (last?.kind === 'skipped') last.n++;
    else out.push({ kind: 'skipped', n: 1 });
  });
  return out;
}
