import type { desk } from '../../backend';
import { t } from '../../state/words.svelte';

type Titled = Pick<desk.Document, 'name' | 'title' | 'passages' | 'language'>;

const longest = 56;

/** titleOf is how a person would call a document: its title, or its file's name without the ending. */
export function titleOf(document: Titled): string {
  const title = document.title.replace(/\s+/g, ' ').trim();
  return title && title.length <= longest ? title : document.name.replace(/\.\w{2,5}$/, '').replace(/[-_]+/g, ' ');
}

/** examples are three questions that this library could answer, made from the titles of what it holds most of. */
export function examples(documents: Titled[]): string[] {
  const [first, ...rest] = [...documents].sort((a, b) => b.passages - a.passages);
  if (!first) return [];
  // Documents of one language are more likely to speak of the same things.
  const other = rest.find((one) => one.language === first.language);
  const third = rest.find((one) => one !== other) ?? other ?? first;
  return [
    t('start.exampleLimits', { title: titleOf(first) }),
    ...(other ? [t('start.exampleCompare', { title: titleOf(first), other: titleOf(other) })] : []),
    t('start.exampleMain', { title: titleOf(third) }),
  ];
}
