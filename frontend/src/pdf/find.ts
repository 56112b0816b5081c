/** Match is a stretch of a page's text in UTF-16 units. */
export interface Match {
  start: number;
  end: number;
}

/** Folded is a text as it is searched, and for each of its units where it began in the original. */
interface Folded {
  text: string;
  at: number[];
}

/**
 * fold writes a text as people search it: without case and accents, white space as one blank, typographic quotes and dashes
 * as typed ones, ligatures spelled out, words divided at the end of a line joined.
 */
export function fold(text: string): Folded {
  const at: number[] = [];
  let out = '';
  const put = (letters: string, from: number) => {
    for (let i = 0; i < letters.length; i++) at.push(from);
    out += letters;
  };
  for (let i = 0; i < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(i)!);
    const divided = /^[-\u00ad\u2010]\r?\n\s*(?=\p{Ll})/u.exec(text.slice(i, i + 40));
    if (divided && /\p{L}/u.test(text[i - 1] ?? '')) {
      i += divided[0].length;
      continue;
    }
    if (/\s/.test(character)) {
      if (out && !out.endsWith(' ')) put(' ', i);
    } else {
      put(plain(character), i);
    }
    i += character.length;
  }
  return { text: out, at };
}

function plain(character: string): string {
  if (character <= '\u007f') return character.toLowerCase();
  if (/[\u00ad\u200b-\u200d\ufeff]/.test(character)) return '';
  if (/[\u2018\u2019\u201a\u2032]/.test(character)) return "'";
  if (/[\u201c\u201d\u201e\u00ab\u00bb]/.test(character)) return '"';
  if (/[\u2010-\u2015\u2212]/.test(character)) return '-';
  return character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ß/g, 'ss');
}

/** Needle finds one query in many texts. */
export class Needle {
  private query: string;

  constructor(query: string) {
    this.query = fold(query.trim()).text;
  }

  get empty() {
    return this.query === '';
  }

  /** in returns every match in a text, none overlapping, in order. */
  in(text: string): Match[] {
    if (this.empty) return [];
    const folded = fold(text);
    const found: Match[] = [];
    for (let i = folded.text.indexOf(this.query); i >= 0; i = folded.text.indexOf(this.query, i + this.query.length)) {
      const last = folded.at[i + this.query.length - 1]!;
      // A letter takes the accents along that follow it as characters of their own.
      const letter = /^.\p{M}*/su.exec(text.slice(last, last + 16))!;
      found.push({ start: folded.at[i]!, end: last + letter[0].length });
    }
    return found;
  }
}
