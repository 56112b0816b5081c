import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Event, core, desk, related } from '../backend';
import { Related, standing } from './related.svelte';

const info = (more: Partial<desk.RelatedInfo>) => ({ document: 'd1', status: 'ready', doing: '', bullets: [], run: 'r1', ...more }) as unknown as desk.RelatedInfo;
const place = (quote: string) => ({ document: 'd2', name: 'Guide.pdf', page: 3, label: '1', quote, source: 1, passage: 'p' }) satisfies related.Place;

/** bench is a Related over an engine whose answers the test holds in hand. */
function bench() {
  const heard: ((batch: Event[]) => void)[] = [];
  const lines: ((up: boolean) => void)[] = [];
  const ask = {
    OpenRelated: vi.fn(async (document: string) => info({ document, status: 'queued' })),
    Related: vi.fn(async (document: string) => info({ document })),
    FindRelated: vi.fn(async (wish: core.FindRelated) => info({ document: wish.document, status: 'queued' })),
    CancelRelated: vi.fn(async (document: string) => info({ document, status: 'none' })),
    AnswerConsent: vi.fn(async () => {}),
    FindQuote: vi.fn(async (_: string, page: number, quote: string) => ({ page, start: 4, end: 4 + quote.length })),
  };
  const related = new Related(ask as never, { watch: (take) => (heard.push(take), () => {}) }, { onConnection: (tell) => (lines.push(tell), () => {}) });
  const stop = related.start();
  const tell = (data: object, kind = 'related.changed') => heard.forEach((take) => take([{ seq: 0, run: 'r1', kind, at: '', data }]));
  return { related, ask, tell, stop, up: () => lines.forEach((line) => line(true)) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const later = () => vi.advanceTimersByTimeAsync(200);

describe('standing', () => {
  it.each([
    [{ status: 'none' }, 'none'],
    [{ status: 'queued' }, 'queued'],
    [{ status: 'running', doing: '' }, 'starting'],
    [{ status: 'running', doing: 'fetching' }, 'fetching'],
    [{ status: 'running', doing: 'waiting' }, 'waiting'],
    [{ status: 'running', doing: 'waiting', consent: {} }, 'asking'],
    [{ status: 'failed', doing: '' }, 'failed'],
    [{ status: 'something new', doing: '' }, 'none'],
  ])('%o is %s', (told, said) => expect(standing(told as never)).toBe(said));
});

describe('Related', () => {
  it('shows how far a search is at once, and reads what came of it once', async () => {
    const { related, ask, tell } = bench();
    await related.open('d1', 2);
    expect(ask.OpenRelated).toHaveBeenCalledExactlyOnceWith('d1', 2, 'en');
    tell({ document: 'd1', status: 'running', doing: 'searching' });
    expect(related.standing).toBe('searching');
    tell({ document: 'd1', status: 'running', doing: 'summarizing' });
    tell({ document: 'd1', status: 'ready', doing: '' });
    await later();
    expect(ask.Related).toHaveBeenCalledOnce();
    expect(related.standing).toBe('ready');
  });

  it('shows the call of the model that is under way, until it is over', async () => {
    const { related, tell } = bench();
    await related.open('d1', 1);
    tell({ step: 'related', stage: 'reading', call: 1, elapsed: 2e9 }, 'step.asking');
    expect(related.call?.stage).toBe('reading');
    tell({ step: 'related', stage: 'done', call: 1, elapsed: 9e9 }, 'step.asking');
    expect(related.call).toBeNull();
  });

  it('hears nothing of other documents', async () => {
    const { related, ask, tell } = bench();
    await related.open('d1', 1);
    tell({ document: 'd2', status: 'failed', doing: '' });
    await later();
    expect(related.standing).toBe('queued');
    expect(ask.Related).not.toHaveBeenCalled();
  });

  it('forgets what comes too late, of the document before', async () => {
    const { related, ask } = bench();
    let answer = (_: desk.RelatedInfo) => {};
    ask.OpenRelated.mockImplementationOnce(() => new Promise((done) => (answer = done)));
    const first = related.open('d1', 1);
    await related.open('d2', 1);
    answer(info({ document: 'd1', status: 'failed' }));
    await first;
    expect(related.info?.document).toBe('d2');
  });

  it('reads again after the connection was lost, and after it missed something', async () => {
    const { related, ask, tell, up } = bench();
    await related.open('d1', 1);
    up();
    await later();
    tell({}, 'lagging');
    await later();
    expect(ask.Related).toHaveBeenCalledTimes(2);
  });

  it('keeps what is shown when it cannot be read again, and says why when nothing is', async () => {
    const { related, ask, up } = bench();
    await related.open('d1', 1);
    ask.Related.mockRejectedValueOnce(new Error('gone'));
    up();
    await later();
    expect(related.fault).toBeNull();
    expect(related.info).not.toBeNull();
    ask.OpenRelated.mockRejectedValueOnce(new Error('{"message":"there is none","kind":"not_found","hint":""}'));
    await related.open('d3', 1);
    expect(related.fault?.kind).toBe('not_found');
  });

  it('looks anew with what the person chose, never agreeing in their place', async () => {
    const { related, ask } = bench();
    await related.open('d1', 1);
    await related.find(7, { mode: 'deep', web: 'open' });
    expect(ask.FindRelated).toHaveBeenCalledExactlyOnceWith({ document: 'd1', page: 7, mode: 'deep', language: 'en', web: 'open', hosts: [], consented: false, force: true });
  });

  it('asks once where a quote stands, again where that failed', async () => {
    const { related, ask } = bench();
    ask.FindQuote.mockRejectedValueOnce(new Error('closed'));
    expect((await related.cited(place('a b c'))).span).toEqual({ page: 3, start: 0, end: 0 });
    expect((await related.cited(place('a b c'))).span).toEqual({ page: 3, start: 4, end: 9 });
    await related.cited(place('a b c'));
    expect(ask.FindQuote).toHaveBeenCalledTimes(2);
  });

  it('says nothing more when it is left', async () => {
    const { related, ask, tell, stop } = bench();
    await related.open('d1', 1);
    tell({ document: 'd1', status: 'ready', doing: '' });
    stop();
    await later();
    expect(ask.Related).not.toHaveBeenCalled();
  });
});
