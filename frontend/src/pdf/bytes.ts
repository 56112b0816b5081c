/**
 * Offsets converts between bytes of UTF-8, in which the engine counts a page's text, and the UTF-16 units in which strings
 * are counted here. A byte in the middle of a character belongs to that character's first unit.
 */
export class Offsets {
  private starts: Uint32Array;

  constructor(readonly text: string) {
    this.starts = new Uint32Array(text.length + 1);
    let bytes = 0;
    for (let unit = 0; unit < text.length; unit++) {
      this.starts[unit] = bytes;
      const code = text.charCodeAt(unit);
      const pair = code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(unit + 1) & 0xfc00) === 0xdc00;
      if (pair) this.starts[++unit] = bytes;
      bytes += pair ? 4 : code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    }
    this.starts[text.length] = bytes;
  }

  byte(unit: number): number {
    return this.starts[Math.max(0, Math.min(unit, this.text.length))]!;
  }

  unit(byte: number): number {
    let low = 0;
    let high = this.text.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= byte) low = middle;
      else high = middle - 1;
    }
    return low > 0 && this.starts[low - 1] === this.starts[low] ? low - 1 : low;
  }

  /** slice returns the text of [start, end) in bytes. */
  slice(start: number, end: number): string {
    return this.text.slice(this.unit(start), this.unit(end));
  }
}
