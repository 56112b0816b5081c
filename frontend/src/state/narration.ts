import type { Event } from '../backend';
import { folio } from './folio';
import { bare } from './naming';
import { compact, duration } from './time';
import { t, type Key } from './words.svelte';

const steps: Record<string, Key> = {
  analyse: 'log.stepAnalyse',
  clarify: 'log.stepClarify',
  plan: 'log.stepPlan',
  approve: 'log.stepApprove',
  next: 'log.stepNext',
  search: 'log.stepSearch',
  consent: 'log.stepConsent',
  browse: 'log.stepBrowse',
  fetch: 'log.stepFetch',
  read: 'log.stepRead',
  follow: 'log.stepFollow',
  reflect: 'log.stepReflect',
  sweep: 'log.stepSweep',
  summarise: 'log.stepSummarise',
  rank: 'log.stepRank',
  draft: 'log.stepDraft',
  attribute: 'log.stepAttribute',
  // What a model is asked, where that is not the step itself.
  queries: 'log.stepQueries',
  judge: 'log.stepJudge',
  sift: 'log.stepJudge',
  weigh: 'log.stepJudge',
  settle: 'log.stepJudge',
  seek: 'log.stepQueries',
  repair: 'log.stepRepair',
  sufficiency_node: 'log.stepReflect',
  decompose: 'log.stepDecompose',
  report: 'log.stepReport',
  context_preprocess_per_file: 'log.stepFiles',
  context_preprocess_aggregate: 'log.stepFiles',
  context_split: 'log.stepFiles',
  score: 'log.stepScore',
  check: 'log.stepCheck',
};
const wishes: Record<string, Key> = {
  plan: 'log.wishPlan',
  add: 'log.wishAdd',
  dig: 'log.wishDig',
  stop_here: 'log.wishStop',
  finish: 'log.wishFinish',
  continue: 'log.wishContinue',
  attend: 'log.wishAttend',
};
const plain: Record<string, Key> = {
  'run.started': 'log.evRunStarted',
  'run.resumed': 'log.evRunResumed',
  'run.waiting': 'log.evRunWaiting',
  'run.paused': 'log.evRunPaused',
  'run.finished': 'log.evRunFinished',
  'run.cancelled': 'log.evRunCancelled',
};

const stepOf = (name: string) => (steps[name] ? t(steps[name]) : name);
const wishOf = (kind: string) => (wishes[kind] ? t(wishes[kind]) : kind);
const text = (value: unknown) => (value === undefined || value === null ? '' : String(value));
/** brief is a value in one line, cut off between words where it is long; a word that alone is too long is cut inside. */
export const brief = (value: unknown, length = 160) => {
  const line = text(value).replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const start = line.slice(0, length - 1);
  const end = start.slice(0, -1).lastIndexOf(' ');
  return end > length / 2 ? `${start.slice(0, end).replace(/[\s,;:–-]+$/, '')} …` : `${start}…`;
};

/** narrate says in one line what an event tells; a kind that this version does not know is named as it is. */
export function narrate(event: Event): string {
  const data = event.data ?? {};
  if (plain[event.kind]) return t(plain[event.kind]!);
  switch (event.kind) {
    case 'run.forked':
      return t('log.evRunForked', { n: Number(data.checkpoint ?? 0) });
    case 'run.failed':
      return t('log.evRunFailed', { error: text(data.error) });
    case 'node.started':
      return t('log.evNodeStarted', { step: stepOf(data.node) });
    case 'node.finished':
      return t('log.evNodeFinished', { step: stepOf(data.node), time: took(data.millis ?? 0) });
    case 'question.asked':
      if (data.kind === 'clarify') return t('log.evAskedClarify', { n: data.data?.questions?.length ?? 1 });
      if (data.kind === 'web_consent') return t('log.evAskedConsent', { n: data.data?.queries?.length ?? 0 });
      return data.kind === 'approve_plan' ? t('log.evAskedPlan') : t('log.evAsked', { text: brief(data.text) });
    case 'question.answered':
      return t(data.kind === 'approve_plan' ? 'log.evAnsweredPlan' : 'log.evAnswered');
    case 'question.refused':
      return t('log.evRefused', { error: brief(data.error) });
    case 'message.handled':
      return t('log.evMessage', { wish: wishOf(data.kind) });
    case 'message.refused':
      return t('log.evMessageRefused', { wish: wishOf(data.kind), error: refusal(brief(data.error)) });
    default:
      return research(event.kind, data);
  }
}

/** refusal says in the person's language the one refusal that two wishes at once can meet. */
function refusal(error: string): string {
  const full = /^the list is full: (\d+)/.exec(error);
  return full ? t('steer.planFull', { n: Number(full[1]) }) : error;
}

function research(kind: string, data: any): string {
  switch (kind) {
    case 'research.analysed':
      return t('log.evAnalysed', { text: (data.key_concepts ?? []).join(', ') || brief(data.scope) });
    case 'research.planned':
      return t('log.evPlanned', { n: data.length, text: brief(data.map((item: { task: string }) => item.task).join('; ')) });
    case 'research.item':
      return t(!data.worked ? 'log.evItemBegun' : data.completed ? 'log.evItemDone' : 'log.evItemLacking', { id: data.id, task: brief(data.task) });
    case 'research.searched':
      return t(data.web ? 'log.evSearchedWeb' : 'log.evSearched', { query: data.query, n: (data.web ? data.offered : data.hits?.length) ?? 0 });
    case 'research.kept':
      return t(data.via ? 'log.evKeptVia' : 'log.evKept', { id: data.id, via: text(data.via), name: bare(text(data.name)), page: folio(data), text: brief(data.extract, 120) });
    case 'research.followed':
      return t(data.found ? 'log.evFollowed' : 'log.evFollowedNowhere', { text: brief(data.text, 80), from: data.from, n: data.kept?.length ?? 0 });
    case 'research.summarised':
      return t('log.evSummarised', { query: data.query });
    case 'research.scored':
      return t('log.evScored', {
        id: data.number,
        fidelity: data.quality?.factual_fidelity ?? 0,
        completeness: data.quality?.completeness ?? 0,
        clarity: data.quality?.clarity ?? 0,
        sources: data.quality?.source_accuracy ?? 0,
      });
    case 'research.report':
      return t('log.evReport');
    case 'model.tested': {
      const says = { testing: 'log.evTesting', passed: 'log.evTestPassed', weak: data.used ? 'log.evTestUsed' : 'log.evTestWeak' } as Record<string, Key>;
      return t(says[data.state] ?? 'log.evTestSlow', { model: data.model, n: data.right ?? 0 });
    }
    case 'step.called':
      if (data.replayed) return t('log.evReplayed', { step: stepOf(data.step) });
      return t('log.evCalled', { step: stepOf(data.step), tokens: compact((data.prompt_tokens ?? 0) + (data.reply_tokens ?? 0)), time: took((data.elapsed ?? 0) / 1e6) });
    case 'step.broken':
      return t('log.evBroken', { step: stepOf(data.step) });
    case 'step.fallback':
      return t('log.evFallback', { step: stepOf(data.step), error: brief(data.reason) });
    case 'step.truncated':
      return t('log.evTruncated', { step: stepOf(data.step), error: brief(data.reason) });
    default:
      return t('log.evOther', { kind });
  }
}

const took = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : duration(ms));

/** loud says whether an event is worth more than a glance: what was found, asked, wished, or went wrong. */
export const loud = (event: Event) => !/^(node\.(started|finished)|step\.called|run\.waiting)$/.test(event.kind);

/** failed says whether an event tells of something that went wrong. */
export const failed = (event: Event) => /^(run\.failed|question\.refused|message\.refused|step\.(fallback|truncated))$/.test(event.kind);
