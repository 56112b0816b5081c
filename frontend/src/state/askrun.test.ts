import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { desk } from '../backend';
import type { Event, Take } from '../backend/events';
import { AskRun } from './askrun.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const token = (text: string, reset = false): Event => ({ seq: 0, run: 'r', kind: 'answer.token', at: '', data: { text, reset } });
const durable = (seq: number): Event => ({ seq, run: 'r', kind: 'answer.progress', at: '', data: {} });

/** follow starts a run over an engine that answers with what stands in `asked` at the moment. */
async function follow(first: Partial<desk.Asked>) {
  let asked = { seq: 0, text: '', proved: false, run: { status: 'running', live: true }, ...first } as desk.Asked;
  const calls = { Asked: 0, Report: 0 };
  let tell: Take = () => {};
  let line: (up: boolean) => void = () => {};
  const engine = { Asked: async () => (calls.Asked++, asked), Report: async () => (calls.Report++, { claims: [] }), ReportTables: async () => [] };
  const told = { follow: (_: string, __: number, take: Take) => ((tell = take), () => {}), watch: () => () => {} };
  const run = new AskRun('r', engine as never, told as never, { connected: () => true, onConnection: (hear: (up: boolean) => void) => ((line = hear), () => {}) } as never);
  const stop = run.start();
  const settle = () => vi.advanceTimersByTimeAsync(1000);
  await settle();
  return { run, calls, stop, settle, tell: (...batch: Event[]) => tell(batch), cut: () => (line(false), line(true)), stand: (next: Partial<desk.Asked>) => (asked = { ...asked, ...next }) };
}

it('writes word by word for who looks from the beginning, without asking again', async () => {
  const { run, calls, tell, settle } = await follow({});
  const before = calls.Asked;
  tell(token('The level '), token('is 300'));
  await settle();
  expect(run.draft).toBe('The level is 300');
  expect(calls.Asked).toBe(before);
  tell(token('A second ', true), token('attempt'));
  expect(run.draft).toBe('A second attempt');
});

it('reads what is written when it looks late, and doubles nothing', async () => {
  const { run, tell, stand, settle } = await follow({ text: 'The level ' });
  expect(run.draft).toBe('The level ');
  stand({ text: 'The level is 300' });
  tell(token('is 300'));
  await settle();
  expect(run.draft).toBe('The level is 300');
});

it('trusts what it heard no more once the connection broke', async () => {
  const { run, tell, stand, cut, settle } = await follow({});
  tell(token('The '));
  stand({ text: 'The level is' });
  cut();
  tell(token(' is'));
  await settle();
  expect(run.draft).toBe('The level is');
});

it('puts the proved answer in the place of the draft, with its proof', async () => {
  const { run, calls, tell, stand, settle } = await follow({});
  tell(token('A draft'));
  stand({ seq: 9, proved: true, text: 'Proved [1].', run: { status: 'finished', live: false } as desk.Run });
  tell(durable(9));
  await settle();
  expect([run.draft, run.finished, run.working, calls.Report]).toEqual(['', true, false, 1]);
  expect(run.report).not.toBeNull();
});

it('counts a run that waits for the person as one at work, and one that nobody executes as stopped', async () => {
  const waits = await follow({ run: { status: 'waiting', live: false } as desk.Run });
  expect([waits.run.working, waits.run.stopped]).toEqual([true, false]);
  const cut = await follow({ run: { status: 'running', live: false } as desk.Run });
  expect([cut.run.working, cut.run.stopped]).toEqual([false, true]);
});
