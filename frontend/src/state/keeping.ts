/** written is how a remembered value is kept: a word as it is, so that the window can read it too, all else as JSON. */
export function written(value: unknown): string {
  return typeof value === 'string' && reading(value) === value ? value : JSON.stringify(value);
}

/** reading is the value that written kept. */
export function reading(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
