// What pdf.js needs beside itself travels with the app: nothing is fetched from elsewhere.
const maps = import.meta.glob<string>('../../node_modules/pdfjs-dist/cmaps/*.bcmap', { query: '?url', import: 'default', eager: true });
const fonts = import.meta.glob<string>('../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', { query: '?url', import: 'default', eager: true });
const decoders = import.meta.glob<string>('../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm', { query: '?url', import: 'default', eager: true });

const urls = new Map(Object.entries({ ...maps, ...fonts, ...decoders }).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]));

/** Assets hands pdf.js its character maps, standard fonts and decoders by file name. */
export class Assets {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = urls.get(filename);
    if (!url) throw new Error(`no such file: ${filename}`);
    const reply = await fetch(url);
    if (!reply.ok) throw new Error(`${filename}: ${reply.status}`);
    return new Uint8Array(await reply.arrayBuffer());
  }
}
