import { deflateSync } from 'node:zlib';

/** Piece is an object of a PDF: a dictionary, and the bytes of its stream if it has any. */
interface Piece {
  head: string;
  data?: Uint8Array;
}

/** Paper is a PDF written by hand, object by object: for files that no program would write. */
export class Paper {
  private pieces: (Piece | undefined)[] = [undefined, undefined]; // the catalogue and the pages come last
  private sheets: number[] = [];

  /** put adds an object and returns the reference to it; a stream is compressed. */
  put(head: string, data?: Uint8Array | string): string {
    this.pieces.push({ head, ...(data === undefined ? {} : { data: deflateSync(data) }) });
    return `${this.pieces.length} 0 R`;
  }

  /** page adds a page of lines of text; drawing is what else stands in its content, rest in its dictionary. */
  page(lines: string[], { drawing = '', resources = '', rest = '' } = {}) {
    const text = lines.map((line, i) => `BT /F1 12 Tf 72 ${760 - 16 * i} Td (${line}) Tj ET`).join('\n');
    const content = this.put('', `${text}\n${drawing}`);
    const font = '<< /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';
    this.put(`/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} /Resources << /Font ${font} ${resources} >> ${rest}`);
    this.sheets.push(this.pieces.length);
  }

  bytes(): Buffer {
    this.pieces[0] = { head: '/Type /Catalog /Pages 2 0 R' };
    this.pieces[1] = { head: `/Type /Pages /Count ${this.sheets.length} /Kids [${this.sheets.map((one) => `${one} 0 R`).join(' ')}]` };
    const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
    const places: number[] = [];
    let at = parts[0]!.length;
    const add = (part: Buffer) => {
      parts.push(part);
      at += part.length;
    };
    this.pieces.forEach((piece, i) => {
      places.push(at);
      const { head, data } = piece!;
      const open = `${i + 1} 0 obj\n<< ${head}${data ? ` /Filter /FlateDecode /Length ${data.length}` : ''} >>\n`;
      add(data ? Buffer.concat([Buffer.from(`${open}stream\n`), data, Buffer.from('\nendstream\nendobj\n')]) : Buffer.from(`${open}endobj\n`));
    });
    const size = this.pieces.length + 1;
    const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
    const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
    return Buffer.concat([...parts, Buffer.from(end)]);
  }
}

const filling = (about: string) => Array.from({ length: 12 }, (_, i) => `Line ${i + 1} of what was written about ${about}, so that there is something to read.`);

/**
 * endless is a PDF of three pages; whoever draws the second works out a colour for each of 25 million dots, with 900 sines each. The dots
 * have two inks because colours of one ink are looked up in a table.
 */
export function endless(): Buffer {
  const paper = new Paper();
  const side = 5000;
  const tint = paper.put('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]', `{ pop ${'sin '.repeat(900)} }`);
  const inks = `[/DeviceN [/One /Other] /DeviceGray ${tint}]`;
  const image = paper.put(`/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 /ColorSpace ${inks}`, new Uint8Array(2 * side * side));
  paper.page(filling('endless first pages'));
  paper.page(filling('endless second pages'), { drawing: 'q 300 0 0 300 72 72 cm /Im1 Do Q', resources: `/XObject << /Im1 ${image} >>` });
  paper.page(filling('endless third pages'));
  return paper.bytes();
}

/** crowded is a PDF whose only page has links in rows: so many that they cover one another. */
export function crowded(count: number): Buffer {
  const paper = new Paper();
  const links = Array.from({ length: count }, (_, i) => {
    const [x, y] = [40 + (i % 50) * 10, 40 + (Math.floor(i / 50) % 70) * 8];
    return paper.put(`/Type /Annot /Subtype /Link /Border [0 0 0] /Rect [${x} ${y} ${x + 8} ${y + 6}] /A << /S /URI /URI (https://example.com/${i}) >>`);
  });
  paper.page(filling('crowded pages'), { rest: `/Annots [${links.join(' ')}]` });
  return paper.bytes();
}
