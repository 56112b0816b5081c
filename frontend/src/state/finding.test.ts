import { expect, it, vi } from 'vitest';

vi.mock('../backend', () => ({ backend: {} }));
const { Finding } = await import('./finding.svelte');

function book(texts: string[], page = 1) {
  const shown: { page: number; start: number; end: number }[] = [];
  const finding = new Finding(
    () => ({ hash: 'a', pages: texts.length, page }),
    (span) => shown.push({ ...span }),
    async (_hash, number) => texts[number - 1]!,
  );
  return { finding, shown };
}

it('counts every match in reading order and begins at the page being read', async () => {
  const { finding, shown } = book(['Dosis', 'nichts', 'dosis Dosis', 'x', 'DOSIS'], 3);
  await finding.search('dosis');
  expect(finding.spans.map((span) => span.page)).toEqual([1, 3, 3, 5]);
  expect(finding.done).toBe(true);
  expect(finding.at).toBe(1);
  expect(shown).toEqual([{ page: 3, start: 0, end: 5 }]);
});

it('gives places in bytes, as the engine counts', async () => {
  const { finding } = book(['für § 62 Größe']);
  await finding.search('grosse');
  expect(finding.spans).toEqual([{ page: 1, start: 11, end: 18 }]);
  expect(new TextDecoder().decode(new TextEncoder().encode('für § 62 Größe').slice(11, 18))).toBe('Größe');
});

it('walks round the end in both directions', async () => {
  const { finding } = book(['a', 'a', 'a'], 1);
  await finding.search('a');
  finding.step(-1);
  expect(finding.current?.page).toBe(3);
  finding.step(1);
  expect(finding.current?.page).toBe(1);
});

it('keeps the match it shows while pages before it are searched', async () => {
  const texts = Array.from({ length: 40 }, () => 'wort');
  const { finding, shown } = book(texts, 20);
  await finding.search('wort');
  expect(finding.spans).toHaveLength(40);
  expect(finding.current).toEqual({ page: 20, start: 0, end: 4 });
  expect(shown).toHaveLength(1);
});

it('drops an older search, and finds nothing for nothing', async () => {
  const { finding } = book(['alpha beta']);
  await Promise.all([finding.search('alpha'), finding.search('beta')]);
  expect(finding.spans).toEqual([{ page: 1, start: 6, end: 10 }]);
  await finding.search('  ');
  expect([finding.spans, finding.at, finding.done]).toEqual([[], -1, true]);
});

it('tells what went wrong and goes on', async () => {
  const finding = new Finding(
    () => ({ hash: 'a', pages: 20, page: 1 }),
    () => {},
    async (_hash, number) => {
      if (number === 2) throw new Error('page 2 is away');
      return 'wort';
    },
  );
  await finding.search('wort');
  expect(finding.problem).toBe('page 2 is away');
  expect(finding.spans.length).toBe(19);
});
