import { backend, type desk } from '../backend';

const kept = new Map<string, Promise<desk.Article>>();

/** articleOf is a web page as it was read; its text never changes, so it is asked for once. */
export function articleOf(hash: string): Promise<desk.Article> {
  let asked = kept.get(hash);
  if (!asked) {
    asked = backend.Article(hash);
    asked.catch(() => kept.delete(hash));
    if (kept.size >= 50) kept.delete(kept.keys().next().value!);
    kept.set(hash, asked);
  }
  return asked;
}
