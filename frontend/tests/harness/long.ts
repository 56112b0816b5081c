import { expect } from 'vitest';
import type { Program } from './program';

/** What a program is told so that a run may have hundreds of items; without a model each takes a moment only. */
export const long = { TODO_MAX_ITEMS: '600', MAX_ITERATIONS: '400', CLARIFY_ROUNDS: '0', MAX_REWRITES: '0' };

const topics = ['detector placement', 'annual mean', 'reference level', 'action class', 'remediation', 'sub-slab depressurisation', 'ventilation', 'school', 'workplace', 'home'];
const kinds = ['duties', 'limits', 'exceptions', 'deadlines', 'methods', 'definitions', 'records', 'responsibilities', 'verification', 'uncertainty'];

/** items are tasks for a plan, each worded anew. */
export const items = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: 0, task: `${kinds[i % 10]} for ${topics[Math.floor(i / 10) % 10]}, part ${Math.floor(i / 100) + 1}`, context: '' }));

/** begin starts a run, waits for its plan and approves another of many items: some 18 events each. */
export async function begin(program: Program, count: number): Promise<string> {
  const { id } = await program.ask<{ id: string }>('/api/runs', { question: 'What must be done at a workplace when the reference value for radon is exceeded?' });
  const approve = async () => (await program.ask(`/api/sessions/${id}`)).approve;
  await expect.poll(approve, { timeout: 60_000 }).toBeTruthy();
  await program.ask(`/api/sessions/${id}/plan`, { question: (await approve()).question, items: items(count) });
  return id;
}

/** ended waits until a run is finished. */
export const ended = (program: Program, run: string, timeout = 170_000) =>
  expect.poll(async () => (await program.ask(`/api/sessions/${run}`)).run.status, { timeout, interval: 200 }).toBe('finished');
