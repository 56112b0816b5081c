/** Stretch is a part of a text in UTF-16 units that is to look or act differently. */
export interface Stretch<T> {
  start: number;
  end: number;
  value: T;
}

/** Segment is a run of text with everything that lies on it. */
export interface Segment<T> {
  text: string;
  start: number;
  on: T[];
}

/** segments cuts a text at the ends of all stretches, which may overlap; joined again the segments are the text. */
export function segments<T>(text: string, stretches: readonly Stretch<T>[]): Segment<T>[] {
  const kept = stretches
    .map((one) => ({ ...one, start: Math.max(0, one.start), end: Math.min(text.length, one.end) }))
    .filter((one) => one.start < one.end);
  const cuts = [...new Set([0, text.length, ...kept.flatMap((one) => [one.start, one.end])])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, i) => {
    const end = cuts[i + 1]!;
    return { text: text.slice(start, end), start, on: kept.filter((one) => one.start < end && one.end > start).map((one) => one.value) };
  });
}
