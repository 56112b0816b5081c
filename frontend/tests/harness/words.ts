import { execFileSync } from 'node:child_process';

/** Word is a word on a page as pdftotext sees it, in points from the page's top left corner. */
export interface Word {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Sheet {
  width: number;
  height: number;
  words: Word[];
}

const sheets = new Map<string, Sheet>();

/** sheet asks pdftotext, which knows nothing of this program, where the words of a page stand; once for each page. */
export function sheet(pdf: string, page: number): Sheet {
  const known = `${pdf} ${page}`;
  if (!sheets.has(known)) sheets.set(known, read(pdf, page));
  return sheets.get(known)!;
}

function read(pdf: string, page: number): Sheet {
  const html = execFileSync('pdftotext', ['-bbox', '-f', String(page), '-l', String(page), pdf, '-'], { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'ignore'] });
  const size = /<page width="([\d.]+)" height="([\d.]+)">/.exec(html);
  const words = [...html.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/gs)];
  const text = (escaped: string) => escaped.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, '&');
  return {
    width: Number(size?.[1] ?? 0),
    height: Number(size?.[2] ?? 0),
    words: words.map((m) => ({ left: Number(m[1]), top: Number(m[2]), right: Number(m[3]), bottom: Number(m[4]), text: text(m[5]!) })),
  };
}

/** letters keeps letters and digits alone: spaces, hyphens at line ends and ligatures are every program's own affair. */
export const letters = (text: string) => text.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** places finds a quote among the words of a page: every run of words whose letters are the quote's. */
export function places(words: readonly Word[], quote: string): Word[][] {
  const sought = letters(quote);
  if (sought.length < 12) return []; // so little stands in many places
  const starts: number[] = [];
  let all = '';
  for (const word of words) {
    starts.push(all.length);
    all += letters(word.text);
  }
  const found: Word[][] = [];
  for (let at = all.indexOf(sought); at >= 0; at = all.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    found.push(words.filter((word, i) => letters(word.text) !== '' && starts[i]! >= at && starts[i]! + letters(word.text).length <= end));
  }
  return found;
}
