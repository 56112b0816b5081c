import { expect, it } from 'vitest';
import { areas } from './index';

const sources = Object.values(import.meta.glob<string>(['/src/**/*.ts', '/src/**/*.svelte', '!/src/**/*.test.ts', '!/src/state/words/*'], { query: '?raw', import: 'default', eager: true })).join('\n');
const words = Object.entries(areas).flatMap(([area, words]) => Object.keys(words).map((name) => `${area}.${name}`));

/** A word is named as it is, "run.title", or put together: `run.${how}`, `${place}.title`. */
const named = new Set([...sources.matchAll(/['"`]([a-z]+\.\w+)['"`]/g)].map((one) => one[1]!));
const together = new Set([...sources.matchAll(/`((?:[a-z]+|\$\{place\})\.(?:\w|\$\{[^}`]*\})+)`/g)].map((one) => one[1]!).filter((one) => one.includes('${')));

/** What is put together, as it stands in the sources, and all that it is put together with. */
const places = 'run explore discover';
const phases = 'planning searching reading evaluating iterating synthesizing finalizing';
const shelved = 'ready searchable reading failed partly';
const modes = 'quick standard deep';
const bounds =
  'TODO_MAX_ITEMS MAX_ITERATIONS CLARIFY_ROUNDS QUERIES_PER_TASK PASSAGES_PER_QUERY RELEVANCE_THRESHOLD FOLLOW_DEPTH FOLLOW_PER_TASK QUALITY_THRESHOLD MAX_REWRITES MAX_CALLS MAX_MINUTES EXPLORE_MAX_DEPTH EXPLORE_MAX_BREADTH EXPLORE_MAX_NODES EXPLORE_CONTEXT_TOKENS';
const sections = 'general engine search limits web network data about';
const providers = 'wikipedia searxng brave tavily duckduckgo list';
const reasons = 'finished empty unread not_yet blank vague long pasted greeting';
const made: Record<string, string> = {
  '${place}.loading': places,
  '${place}.missingTitle': places,
  '${place}.title': places,
  '${place}.unknownHint': places,
  '${place}.unknownTitle': places,
  'ask.${how}Text': 'cancelled paused interrupted',
  'ask.${how}Title': 'cancelled paused interrupted',
  'ask.${name}': phases,
  'ask.${phase.name}': phases,
  'cure.${cure}': 'password scans empty pages noText changed denied moved type damaged large room nothing locked unseen waiting meaning ours garbled defect noFile',
  'discover.${phase.name}': 'looking researching surfacing',
  'history.${run.verdict}': 'answered partly unsure not',
  'history.${value}': 'all open finished stopped',
  'history.status${how[0]!.toUpperCase()}${how.slice(1)}': 'Queued Running Waiting Paused Finished Cancelled Failed Interrupted',
  'library.${how}': shelved,
  'library.${standing(one)}': shelved,
  'limits.${name}': bounds,
  'limits.${name}_help': bounds,
  'limits.${title}': 'groupPlan groupReading groupFollowing groupWriting groupEnds groupExplore',
  'limits.related_${value}': modes,
  'node.kind${one.kind[0]!.toUpperCase()}${one.kind.slice(1)}': 'Fact Uncertainty Analysis Constraint Case Definition Lead Conflict',
  'node.mode${detail.slice.mode[0]!.toUpperCase()}${detail.slice.mode.slice(1)}': 'Root_full Split_from_parent Split_fallback Inherited_from_parent Fallback_inherit_missing_parent',
  'related.${bullet.relation}': 'contradicts updates supports defines adds refers cited',
  'related.${how}': 'queued asking waiting starting searching fetching summarizing',
  'related.${mode}Text': modes,
  'related.${value}': modes,
  'report.${verdict}': 'contradicted otherwise shortened unproven',
  'report.${verdict}Text': 'contradicted otherwise shortened unproven',
  'report.${word}': 'proven shortened unproven contradicted struckCount',
  'settings.${here.id}': sections,
  'settings.${id}': sections,
  'settings.${one.section}': sections,
  'sources.kind_${one.kind}': 'official standards education docs news encyclopedia forum web',
  'trouble.${fault.reason}': reasons,
  'trouble.${fault.reason}Hint': reasons,
  'web.${name}': providers,
  'web.keyIn_${provider.key}': 'environment keyring file',
  'web.name_${consent.provider.name}': providers,
  'web.name_${provider.name}': providers,
  'web.name_${web.provider.name}': providers,
};
const filled = new Set(Object.entries(made).flatMap(([one, fills]) => fills.split(' ').map((fill) => one.replace(/\$\{.*\}/, fill))));

it('knows all that words are put together with', () => {
  expect([...together].sort()).toEqual(Object.keys(made).sort());
  expect([...filled].filter((key) => !words.includes(key))).toEqual([]);
});

it('holds no word that nothing says', () => {
  expect(named.size).toBeGreaterThan(500);
  expect(words.filter((key) => !named.has(key) && !filled.has(key))).toEqual([]);
});
