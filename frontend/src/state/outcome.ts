import type { report } from '../backend';
import type { Said } from './said';

/** The verdict at the head of a report: how far it answers its question. '' where there is no answer, which says so itself. */
export function outcome(made: report.Report, say: Said): string {
  if (!made.answer.some((block) => block.sentences.length)) return '';
  switch (made.verdict) {
    case 'partly': {
      const parts = (made.missing ?? []).map((part) => part.replace(/\.+$/, '')).join('; ');
      return parts ? `${say('report.partly')} ${say('report.lacking', { parts })}` : say('report.partly');
    }
    case 'answered':
      return say(made.making.model ? 'report.answered' : 'report.likely');
    case 'unsure':
      return say(made.making.model && made.proof?.modelled ? 'report.unsure' : 'report.unjudged');
    case 'not':
      return say('report.closest');
  }
  return '';
}
