import { expect, it } from 'vitest';
import { Fault, guarded } from './fault';

it('reads what the engine says', () => {
  const fault = Fault.from(new Error('{"message":"No model.","kind":"engine","hint":"Start Ollama."}'));
  expect([fault.message, fault.kind, fault.hint]).toEqual(['No model.', 'engine', 'Start Ollama.']);
});
it.each([new Error('boom'), 'boom'])('keeps a plain message', (error) => expect(Fault.from(error).message).toBe('boom'));
it.each(['null', '"x"', '[1]', '{"a":1}'])('keeps JSON that is no fault: %s', (text) => expect(Fault.from(new Error(text)).message).toBe(text));
it('keeps a fault', () => {
  const fault = new Fault('a');
  expect(Fault.from(fault)).toBe(fault);
});
it('guarded calls reject with faults, whether they throw or reject', async () => {
  const api = guarded({
    ok: async (n: number) => n + 1,
    bad: async () => Promise.reject(new Error('{"message":"m","hint":"h"}')),
    worse: async () => {
      throw new TypeError('gone');
    },
  });
  expect(await api.ok(1)).toBe(2);
  await expect(api.bad()).rejects.toMatchObject({ name: 'Fault', hint: 'h' });
  await expect(api.worse()).rejects.toMatchObject({ name: 'Fault', message: 'gone' });
});
