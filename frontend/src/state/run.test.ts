import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Event, desk } from '../backend';
import { RunState } from './run.svelte';

const event = (seq: number, kind = 'node.started'): Event => ({ seq, run: 'r', kind, at: '', data: {} });

/** setup returns a run whose engine is a list of what happened: a snapshot includes all that happened before it was read. */
function setup(status = 'running') {
  const engine = { seq: 0, reads: 0, status, live: true, delay: 0, trouble: false, resumed: 0, breaks: null as (() => void) | null };
  const ask = {
    Snapshot: async () => {
      engine.reads++;
      const { seq, status, live } = engine;
      if (engine.delay) await new Promise((done) => setTimeout(done, engine.delay));
      if (engine.trouble) throw new Error('{"message":"no such run","kind":"not_found","hint":""}');
      return { seq, run: { id: 'r', status, live }, evidence: [], state: {} } as unknown as desk.Snapshot;
    },
    PauseRun: async () => void (engine.status = 'paused'),
    ResumeRun: async () => {
      const breaks = engine.breaks;
      engine.breaks = null;
      if (breaks) {
        breaks();
        throw new Error('{"message":"gone","kind":"unavailable","hint":""}');
      }
      engine.resumed++;
      return { id: 'r2' } as desk.Run;
    },
  };
  let take: (batch: Event[]) => void = () => {};
  let watch: (batch: Event[]) => void = () => {};
  const stops = { n: 0 };
  const told = {
    follow: (_run: string, _seq: number, to: typeof take) => ((take = to), () => void stops.n++),
    watch: (to: typeof watch) => ((watch = to), () => void stops.n++),
  };
  const line = { up: true, tell: new Set<(up: boolean) => void>() };
  const run = new RunState('r', ask as never, told, { connected: () => line.up, onConnection: (tell) => (line.tell.add(tell), () => void line.tell.delete(tell)) });
  const connect = (up: boolean) => ((line.up = up), [...line.tell].forEach((tell) => tell(up)));
  const say = (...seqs: number[]) => {
    engine.seq = Math.max(engine.seq, ...seqs);
    take(seqs.map((seq) => event(seq)));
  };
  return { run, engine, say, hear: (kind: string, data: object) => watch([{ ...event(0, kind), data }]), change: () => watch([event(0, 'runs.changed')]), stops, connect };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('RunState', () => {
  it('counts what its calls tell and what is read of it, whichever is more, and never back', async () => {
    const { run, hear } = setup();
    run.start();
    await vi.advanceTimersByTimeAsync(0);
    const asking = (call: number, tokens: number, stage: string, step = 'judge') => hear('step.asking', { step, stage, call, made: call, tokens, time: call * 1e9, elapsed: 0, prompt_tokens: 0, reply_tokens: 0, model: 'm' });
    const read = { calls: 4, prompt_tokens: 7000, reply_tokens: 100, time: 4e9 };
    const seen = [run.spent(read)];
    asking(5, 10_400, 'writing');
    seen.push(run.spent(read));
    asking(5, 10_400, 'done');
    seen.push(run.spent(read));
    asking(6, 10_300, 'reading');
    seen.push(run.spent(read), run.spent({ ...read, calls: 7, prompt_tokens: 12_000 }));
    expect(seen.map((one) => [one.calls, one.tokens])).toEqual([[4, 7100], [5, 10_400], [5, 10_400], [6, 10_400], [7, 12_100]]);
    expect(run.checking).toBe(false);
    asking(7, 12_000, 'done', 'check');
    expect(run.checking, 'between two calls it is still at it').toBe(true);
    asking(8, 13_000, 'writing', 'draft');
    expect(run.checking).toBe(false);
  });

  it('tells of the test of its model while it goes on', async () => {
    const { run, hear } = setup();
    run.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(run.testing).toBe(null);
    hear('model.tested', { model: 'm', state: 'testing', right: 0, at: '2026-01-01T00:00:00Z' });
    expect(run.testing?.model).toBe('m');
    hear('model.tested', { model: 'm', state: 'weak', right: 5, at: '2026-01-01T00:00:09Z' });
    expect([run.testing, run.test?.right]).toEqual([null, 5]);
  });

  it('reads the snapshot at most three times a second, however much happens, and has the last of it', async () => {
    const { run, engine, say } = setup();
    run.start();
    await vi.advanceTimersByTimeAsync(0);
    for (let seq = 1; seq <= 100; seq++) {
      say(seq);
      await vi.advanceTimersByTimeAsync(20);
    }
    await vi.advanceTimersByTimeAsync(1000);
    expect(engine.reads).toBeGreaterThan(3);
    expect(engine.reads).toBeLessThanOrEqual(8);
    expect(run.snapshot?.seq).toBe(100);
    expect(run.events.map((one) => one.seq)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  });

  it('reads once more for what happened while it was reading', async () => {
    const { run, engine, say } = setup();
    engine.delay = 900;
    run.start();
    await vi.advanceTimersByTimeAsync(100);
    say(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(run.snapshot?.seq).toBe(1);
    expect(engine.reads).toBe(2);
  });

  it('reads nothing for events that the snapshot holds already', async () => {
    const { run, engine, say } = setup();
    engine.seq = 5;
    run.start();
    await vi.advanceTimersByTimeAsync(0);
    say(1, 2, 3, 4, 5);
    await vi.advanceTimersByTimeAsync(2000);
    expect(engine.reads).toBe(1);
    expect(run.events).toHaveLength(5);
  });

  it('knows that a run nobody executes was interrupted', async () => {
    const { run, engine, change } = setup();
    run.start();
    await vi.advanceTimersByTimeAsync(0);
    expect([run.working, run.interrupted]).toEqual([true, false]);
    engine.live = false;
    change();
    await vi.advanceTimersByTimeAsync(1000);
    expect([run.working, run.interrupted]).toEqual([false, true]);
  });

  it('keeps what it knows when the engine is away, and says so', async () => {
    const { run, engine } = setup();
    run.start();
    await vi.advanceTimersByTimeAsync(0);
    engine.trouble = true;
    await run.read();
    expect(run.fault?.kind).toBe('not_found');
    expect(run.snapshot).not.toBeNull();
  });

  it('shows at once what a wish did', async () => {
    const { run } = setup();
    run.start();
    await vi.advanceTimersByTimeAsync(0);
    await run.pause();
    await vi.advanceTimersByTimeAsync(0);
    expect(run.status).toBe('paused');
    expect(await run.resume()).toBe('r2');
  });

  it('keeps the wish to resume while the program is out of reach', async () => {
    const { run, engine, connect } = setup('paused');
    run.start();
    await vi.advanceTimersByTimeAsync(0);
    connect(false);
    let went: string | null | undefined;
    void run.resume().then((id) => (went = id));
    await vi.advanceTimersByTimeAsync(10_000);
    expect([went, engine.resumed, run.waits]).toEqual([undefined, 0, true]);
    connect(true);
    await vi.advanceTimersByTimeAsync(0);
    expect([went, engine.resumed, run.waits]).toEqual(['r2', 1, false]);
  });

  it('asks again when the connection broke on the way', async () => {
    const { run, engine, connect } = setup('paused');
    run.start();
    await vi.advanceTimersByTimeAsync(0);
    engine.breaks = () => connect(false);
    let went: string | null | undefined;
    void run.resume().then((id) => (went = id));
    await vi.advanceTimersByTimeAsync(10);
    expect([went, run.waits]).toEqual([undefined, true]);
    connect(true);
    await vi.advanceTimersByTimeAsync(10);
    expect(went).toBe('r2');
  });

  it('stops listening', async () => {
    const { run, engine, say, stops } = setup();
    const stop = run.start();
    await vi.advanceTimersByTimeAsync(0);
    say(1);
    stop();
    await vi.advanceTimersByTimeAsync(2000);
    expect([engine.reads, stops.n]).toEqual([1, 2]);
  });
});
