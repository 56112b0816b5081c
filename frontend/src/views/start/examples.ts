import type { desk } from '../../backend';
import { t } from '../../state/words.svelte';

type Titled = Pick<desk.Document, 'name' | 'title' | 'passages' | 'language'>;

const longest = 56;

/** titleOf is how a person would call a document: its title, or its file's name without the ending. */
export function titleOf(document: Titled): string {
  const title = document.title.replace(/\s+/g, ' ').trim();
  return title && title.length <= longest ? title : document.name.replace(/\.\w{2,5}$/, '').replace(/[-_]+/g, ' ');
}

/** related says whether two documents speak of the same thing, as far as their titles show it: they share a word that is no form word. */
function related(one: Titled, other: Titled): boolean {
  const words = (document: Titled) => new Set(titleOf(document).toLowerCase().match(/\p{L}{5,}/gu) ?? []);
  const mine = words(one);
  return [...words(other)].some((word) => mine.has(word) && !form.has(word));
}
const form = new Set('about after between concerning further general other their under within allgemeine gegen sowie unter zwischen'.split(' '));

/** examples are three questions that this library could answer, made from the titles of what it holds most of. Only documents that have to do with each other are compared. */
export function examples(documents: Titled[]): string[] {
  const [first, ...rest] = [...documents].sort((a, b) => b.passages - a.passages);
  if (!first) return [];
  const pair = rest.find((one) => one.language === first.language && related(first, one));
  const [second = first, third] = rest.filter((one) => one !== pair);
  return [
    t('start.exampleLimits', { title: titleOf(first) }),
    ...(pair ? [t('start.exampleCompare', { title: titleOf(first), other: titleOf(pair) })] : []),
    t('start.exampleMain', { title: titleOf(second === first && pair ? pair : second) }),
    ...(!pair && third ? [t('start.exampleLimits', { title: titleOf(third) })] : []),
  ];
}
