import type { core } from '../../backend';

const first = ['pdf', 'docx', 'html', 'md'];
const most = 60;

/** ranked puts the formats that most people want first; the others keep their order. */
export function ranked(formats: readonly core.Format[]): core.Format[] {
  return [...first.flatMap((name) => formats.filter((one) => one.name === name)), ...formats.filter((one) => !first.includes(one.name))];
}

/** fileName is what an export is called: the words of the question, as many whole ones as there is room for. */
export function fileName(question: string, ending: string): string {
  let stem = '';
  for (const word of question.match(/[\p{L}\p{N}\p{M}]+(?:[-.,][\p{L}\p{N}\p{M}]+)*/gu) ?? []) {
    if (stem && stem.length + 1 + word.length > most) break;
    stem += `${stem ? ' ' : ''}${[...word].slice(0, most).join('')}`;
  }
  return `${stem || 'report'}.${ending}`;
}
