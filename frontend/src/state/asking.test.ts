import { expect, it } from 'vitest';
import { callLeft, callLine, callPace, heardOf, type Asking } from './asking';

const call: Asking = { step: 'judge', model: 'qwen3:14b', stage: 'writing', call: 2, calls: 8, elapsed: 41e9, prompt_tokens: 3000, reply_tokens: 1200, rate: 14.83, made: 2, tokens: 0, time: 0 };
const told = (run: string, data: Partial<Asking>) => ({ seq: 0, run, kind: 'step.asking', at: '', data: { ...call, ...data } });

it('says what a model does, which call it is, and how it gets on', () => {
  expect([callLine(call), callPace(call)]).toEqual(['qwen3:14b is judging passages, call 2 of about 8', '0:41 · 1,200 tokens, 14.8 per second']);
  expect(callLine({ ...call, step: 'draft', call: 9 })).toBe('qwen3:14b is writing the report, call 9');
  expect(callLine({ ...call, step: 'constructor', calls: 0 })).toBe('qwen3:14b is thinking, call 2');
  expect(callPace({ ...call, stage: 'reading', elapsed: 3725e9 })).toBe('1:02:05 · reading 3,000 tokens');
  expect(callPace({ ...call, stage: 'reading', gives_up: 100e9 })).toBe('0:41 · reading 3,000 tokens · given up in 1:40 if no answer comes');
  expect(callLine({ ...call, step: 'check', part: 2, parts: 3 })).toBe('qwen3:14b is checking what was written, part 2 of 3, call 2 of about 8');
  expect(callLine({ ...call, stage: 'waiting', holder: 'research' })).toBe('Waiting for the model: a research is using it');
  expect(callLine({ ...call, stage: 'waiting' })).toBe('Waiting for the model: another run is using it');
});

it('hears of a run and its parts alone, and of the end', () => {
  expect(heardOf('r', [told('r', {}), told('s', { call: 5 }), told('r/1', { call: 3 })])?.call).toBe(3);
  expect(heardOf('r', [told('r', {}), told('r', { stage: 'done' })])).toBeNull();
  expect(heardOf('r', [told('rr', {})])).toBeUndefined();
});

it('says how long its run still takes as surely as that is known', () => {
  expect([callLeft(null), callLeft({ ...call, left: 0 })]).toEqual(['', '']);
  expect(callLeft({ ...call, left: 150e9 })).toMatch(/^\d+ min.* left$/);
  expect(callLeft({ ...call, step: 'weigh', left: 150e9, long: true, unusual: true })).toMatch(/^there is more to read, \d+ min.* left$/);
  expect(callLeft({ ...call, left: 0, long: true })).toBe('longer than expected');
  expect(callLeft({ ...call, left: 150e9, long: true })).toMatch(/^longer than expected, \d+ min.* left$/);
});
