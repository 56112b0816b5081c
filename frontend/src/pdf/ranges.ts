import { PDFDataRangeTransport } from 'pdfjs-dist';

/**
 * Ranges reads a file piece by piece with fetch. pdf.js itself asks for pieces over http only; the window's own scheme
 * would have it load whole files.
 */
export class Ranges extends PDFDataRangeTransport {
  private stop = new AbortController();

  constructor(
    private url: string,
    readonly size: number,
    private failed: (error: unknown) => void,
  ) {
    super(size, null);
  }

  override requestDataRange(begin: number, end: number) {
    this.read(begin, end)
      .catch(() => this.read(begin, end)) // once more: a server that starts again drops what is under way
      .then((chunk) => this.onDataRange(begin, chunk))
      .catch((error: unknown) => {
        if (!this.stop.signal.aborted) this.failed(error);
      });
  }

  override abort() {
    this.stop.abort();
  }

  private async read(begin: number, end: number): Promise<Uint8Array> {
    const reply = await fetch(this.url, { headers: { Range: `bytes=${begin}-${end - 1}` }, signal: this.stop.signal });
    if (!reply.ok) throw new Error(`${reply.status} ${reply.statusText}`);
    const data = new Uint8Array(await reply.arrayBuffer());
    // A server that does not know ranges sends the whole file.
    return reply.status === 206 ? data : data.slice(begin, end);
  }
}

/** sizeOf asks how long a file is. */
export async function sizeOf(url: string): Promise<number> {
  const reply = await fetch(url, { method: 'HEAD' });
  if (!reply.ok) throw new Error(`${reply.status} ${reply.statusText}`);
  return Number(reply.headers.get('Content-Length') ?? 0);
}
