/** tidy makes selected text readable: divided words joined, lines of a paragraph made one, blank lines kept. */
export function tidy(text: string): string {
  return text
    .replace(/\u0000/g, '')
    .replace(/\u00ad/g, '')
    .replace(/(\p{L})[-\u2010]\r?\n\s*(?=\p{Ll})/gu, '$1')
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n\n');
}

/** cited writes a selection with where it stands: “…” (StrlSchG.pdf, p. 77). place is written by the caller's language. */
export const cited = (text: string, place: string, quotes: readonly [string, string] = ['“', '”']) => `${quotes[0]}${tidy(text)}${quotes[1]} (${place})`;
