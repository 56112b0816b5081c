import { describe, expect, it } from 'vitest';
import { Stream, type Event } from './events';

const event = (seq: number, run = 'r', kind = 'k'): Event => ({ seq, run, kind, at: '', data: null });
const settle = async () => {
  for (let i = 0; i < 60; i++) await Promise.resolve();
};

/** setup returns a stream over a log that the test writes. */
function setup() {
  const log: Event[] = [];
  const asked: number[] = [];
  const trouble = { failures: 0 };
  const stream = new Stream(
    async (run, seq, limit) => {
      asked.push(seq);
      const found = log.filter((one) => one.run === run && one.seq > seq).slice(0, limit);
      await Promise.resolve();
      if (trouble.failures-- > 0) throw new Error('away');
      return found;
    },
    async () => {},
  );
  const follow = (run = 'r', seq = 0) => {
    const got: number[] = [];
    const stop = stream.follow(run, seq, (batch) => got.push(...batch.map((one) => one.seq)));
    return { got, stop };
  };
  /** say writes to the log and, unless lost, tells the stream. */
  const say = (events: Event[], lost = false) => {
    log.push(...events.filter((one) => one.seq));
    if (!lost) stream.receive(events);
  };
  return { stream, log, asked, trouble, follow, say };
}

describe('a follower', () => {
  it('gets each event once, though a run owns only some of the numbers', async () => {
    const { follow, say, asked } = setup();
    const { got } = follow();
    say([event(1), event(2, 'other'), event(3)]);
    await settle();
    const before = asked.length;
    say([event(4, 'other'), event(5)]);
    say([event(5), event(6)]);
    expect(got).toEqual([1, 3, 5, 6]);
    expect(asked.length).toBe(before);
  });
  it('waits for what is missing before it hands on what came after', async () => {
    const { follow, say } = setup();
    const { got } = follow();
    say([event(1)]);
    await settle();
    say([event(2), event(3, 'other')], true);
    say([event(4)]);
    expect(got).toEqual([1]);
    await settle();
    expect(got).toEqual([1, 2, 4]);
  });
  it('sorts what two writers said in the wrong order', async () => {
    const { follow, say, log, stream } = setup();
    const { got } = follow();
    say([event(1)]);
    await settle();
    log.push(event(2), event(3));
    stream.receive([event(3)]);
    stream.receive([event(2)]);
    await settle();
    expect(got).toEqual([1, 2, 3]);
  });
  it('starts after a snapshot and takes what happened meanwhile', async () => {
    const { follow, say } = setup();
    say([1, 2, 3, 4, 5].map((n) => event(n)), true);
    const { got } = follow('r', 3);
    await settle();
    expect(got).toEqual([4, 5]);
  });
  it('reads a long log page by page', async () => {
    const { follow, say, asked } = setup();
    say(Array.from({ length: 2500 }, (_, i) => event(i + 1)), true);
    const { got } = follow();
    await settle();
    expect(got).toHaveLength(2500);
    expect(asked).toEqual([0, 1000, 2000]);
  });
  it('passes ephemeral events at once', async () => {
    const { follow, stream } = setup();
    const { got } = follow();
    stream.receive([event(0), event(0, 'other'), event(0)]);
    expect(got).toEqual([0, 0]);
  });
  it('reads the log when told that it lags', async () => {
    const { follow, say, stream } = setup();
    const { got } = follow();
    say([event(1)]);
    await settle();
    say([event(2)], true);
    stream.receive([event(0, '', 'lagging')]);
    await settle();
    expect(got).toEqual([1, 2]);
  });
  it('keeps asking while the engine is away', async () => {
    const { follow, say, trouble } = setup();
    say([event(1), event(2)], true);
    trouble.failures = 3;
    const { got } = follow();
    await settle();
    expect(got).toEqual([1, 2]);
  });
  it('loses nothing of 2,000 events when every seventh batch is lost', async () => {
    const { follow, say, stream } = setup();
    const { got } = follow();
    const mine: number[] = [];
    for (let n = 1; n <= 2000; n++) {
      const run = n % 3 ? 'r' : 'other';
      if (run === 'r') mine.push(n);
      say([event(n, run)], n % 7 === 0);
      if (n % 13 === 0) await Promise.resolve();
    }
    stream.returned();
    await settle();
    expect(got).toEqual(mine);
  });
  it('is silent once stopped', async () => {
    const { follow, say } = setup();
    const { got, stop } = follow();
    say([event(1)]);
    stop();
    await settle();
    expect(got).toEqual([]);
  });
});

it('watchers see every batch as it comes', () => {
  const { stream } = setup();
  const seen: number[] = [];
  const stop = stream.watch((batch) => seen.push(...batch.map((one) => one.seq)));
  stream.receive([event(4, 'a'), event(0, 'b')]);
  stop();
  stream.receive([event(5, 'a')]);
  expect(seen).toEqual([4, 0]);
});
