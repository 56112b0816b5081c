import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brief, failed, loud, narrate } from './narration';
import { words } from './words.svelte';

const event = (kind: string, data: any = {}) => ({ seq: 1, run: 'r', kind, at: '', data });
const item = (id: number) => ({ id, task: `task ${id}`, context: '', completed: false });

/** Every kind the engine writes down, with data as it writes it. */
const kinds: [string, any][] = [
  ['run.started', {}],
  ['run.resumed', {}],
  ['run.forked', { forked_from: 'x', checkpoint: 4 }],
  ['run.waiting', {}],
  ['run.paused', {}],
  ['run.finished', {}],
  ['run.cancelled', {}],
  ['run.failed', { error: 'disk full' }],
  ['node.started', { node: 'search' }],
  ['node.finished', { node: 'search', millis: 12 }],
  ['question.asked', { kind: 'clarify', data: { questions: ['a', 'b'] } }],
  ['question.asked', { kind: 'approve_plan', data: [] }],
  ['question.answered', { kind: 'clarify' }],
  ['question.refused', { error: 'wrong' }],
  ['message.handled', { kind: 'dig' }],
  ['message.refused', { kind: 'add', error: 'full' }],
  ['research.analysed', { key_concepts: ['dose', 'limit'] }],
  ['research.planned', [item(1), item(2)]],
  ['research.item', item(1)],
  ['research.searched', { query: 'dose', hits: ['a'] }],
  ['research.kept', { id: 'E1', name: 'Law.pdf', page: 7, extract: 'Words', score: 1 }],
  ['research.followed', { from: 'E1', text: '§ 5', found: true, kept: ['E2'] }],
  ['research.summarised', { query: 'dose' }],
  ['research.scored', { number: 1, quality: { total: 317 } }],
  ['research.report', { number: 1, quality: { total: 317 } }],
  ['step.broken', { step: 'plan', prompt_tokens: 900 }],
  ['step.called', { step: 'plan', prompt_tokens: 900, reply_tokens: 100, elapsed: 2e9 }],
  ['step.fallback', { step: 'plan', reason: 'no JSON' }],
  ['step.truncated', { step: 'plan', reason: 'cut' }],
];

afterEach(() => void (words.chosen = ''));

describe.each(['en', 'de'] as const)('narrate in %s', (language) => {
  beforeEach(() => void (words.chosen = language));
  it.each(kinds)('%s', (kind, data) => {
    const line = narrate(event(kind, data));
    expect(line).not.toBe('');
    expect(line).not.toContain(kind);
    expect(line).not.toMatch(/[{}]|undefined|NaN|\[object/);
  });
});

describe('narrate', () => {
  beforeEach(() => void (words.chosen = 'en'));
  it('says what was found and where', () => {
    expect(narrate(event('research.kept', { id: 'E2', via: 'E1', name: 'Law.pdf', page: 7, extract: 'Two\nlines' }))).toBe('Kept E2 through a reference in E1, Law, p. 7: “Two lines”');
    expect(narrate(event('research.followed', { from: 'E1', text: '§ 5', found: false, kept: [] }))).toBe('Followed “§ 5” from E1: not in your library');
  });
  it('says in the language of the interface that the plan is full', () => {
    words.chosen = 'de';
    expect(narrate(event('message.refused', { kind: 'add', error: 'the list is full: 4 items' }))).toMatch(/einen Punkt hinzufügen. Der Plan ist voll: .* 4 Punkte/);
  });
  it('names what it does not know and survives what it does not expect', () => {
    expect(narrate(event('research.dreamt'))).toBe('research.dreamt');
    expect(narrate(event('node.started', { node: 'dream' }))).toBe('Step began: dream');
    expect(narrate(event('research.item', null))).toContain('Began item');
  });
  it('cuts a long line between words, and a long word where it must', () => {
    expect(brief('Find out when the idle timer is restarted and what an endpoint may do to defer it', 56)).toBe('Find out when the idle timer is restarted and what an …');
    expect(brief('short  enough', 56)).toBe('short enough');
    expect(brief('a'.repeat(60), 20)).toBe(`${'a'.repeat(19)}…`);
    for (let n = 20; n < 60; n++) expect(brief('one two three four five six seven eight nine ten eleven twelve', n).length).toBeLessThanOrEqual(n);
  });

  it('tells trouble and news from routine', () => {
    expect(kinds.filter(([kind]) => failed(event(kind))).map(([kind]) => kind)).toEqual(['run.failed', 'question.refused', 'message.refused', 'step.fallback', 'step.truncated']);
    expect([loud(event('node.started')), loud(event('research.kept'))]).toEqual([false, true]);
  });
});
