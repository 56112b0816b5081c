import type { desk } from '../../backend';

/** elapsed is for how long a run has worked, in milliseconds: what it has reckoned, and what has passed since. */
export function elapsed(asked: desk.Asked, now: number): number {
  const reckoned = asked.stats.total_millis;
  if (!asked.run.live || asked.consent || asked.run.status === 'finished') return reckoned;
  // The test of its model is none of it.
  const last = Math.max(new Date(asked.run.created).getTime(), asked.run.test?.at ? new Date(asked.run.test.at).getTime() : 0, ...asked.timeline.map((one) => new Date(one.at).getTime()));
  return reckoned + Math.max(0, now - last);
}
