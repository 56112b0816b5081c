import { beforeEach, expect, it, vi } from 'vitest';

const pages = Array.from({ length: 100 }, (_, i) => ({ number: i + 1, label: i < 4 ? ['i', 'ii', 'iii', 'iv'][i]! : String(i - 3), width: 600, height: 800, flags: [] }));
const calls = {
  OpenDocument: vi.fn(async (hash: string) => ({ document: { hash, name: `${hash}.pdf`, format: 'pdf' }, url: `/files/${hash}`, pages, outline: [] })),
  Rects: vi.fn(async () => [{ X: 1, Y: 2, W: 3, H: 4 }]),
  MarkedPages: vi.fn(async () => ({ 3: 1 })),
};
vi.mock('../backend', async () => ({ backend: calls, copyText: () => {}, openOutside: () => {}, Fault: (await import('../backend/fault')).Fault }));
const { marks, Viewer } = await import('./viewer.svelte');

beforeEach(() => vi.clearAllMocks());
const span = { page: 7, start: 10, end: 20 };

it('opens a citation: the page at once, the passage when its place is known', async () => {
  const viewer = new Viewer();
  const opening = viewer.open({ hash: 'one', page: 7, span });
  expect(viewer.aim).toMatchObject({ page: 7, rects: null });
  await opening;
  expect(viewer.opened?.document.name).toBe('one.pdf');
  expect(viewer.aim).toMatchObject({ page: 7, rects: [{ X: 1 }] });
  expect(viewer.passage).toEqual(viewer.aim);
  expect(viewer.marked).toEqual({ 3: 1 });
});

it('marks what else is cited, on the page or at the head of the next, and goes to the passage', async () => {
  const viewer = new Viewer();
  const also = [{ page: 7, start: 0, end: 4 }, { page: 8, start: 0, end: 4 }, { page: 8, start: 6, end: 6 }];
  await viewer.open({ hash: 'seven', page: 7, span, also });
  expect([viewer.passage?.page, viewer.passage?.rects?.length]).toEqual([7, 1]);
  expect([7, 8, 9].map((page) => marks(viewer.passage, page).map((one) => one.span))).toEqual([[span, also[0]], [also[1]], []]);
  expect(marks(viewer.passage, 8)[0]?.rects).toEqual([{ X: 1, Y: 2, W: 3, H: 4 }]);
  await viewer.open({ hash: 'seven', page: 7, span });
  expect(viewer.passage?.also).toBeUndefined();
});

it('the next citation in the same document opens nothing anew', async () => {
  const viewer = new Viewer();
  await viewer.open({ hash: 'two', page: 7, span });
  const opened = viewer.opened;
  await viewer.open({ hash: 'two', page: 9, span: { ...span, page: 9 } });
  expect(viewer.opened).toBe(opened);
  expect(calls.OpenDocument).toHaveBeenCalledTimes(1);
  expect(viewer.passage?.page).toBe(9);
});

it('an answer to an older citation is dropped', async () => {
  const viewer = new Viewer();
  let late!: (rects: never[]) => void;
  calls.Rects.mockImplementationOnce(() => new Promise((done) => (late = done)));
  const first = viewer.open({ hash: 'three', page: 7, span });
  await viewer.open({ hash: 'three', page: 8, span: { page: 8, start: 1, end: 2 } });
  late([]);
  await first;
  expect(viewer.passage).toMatchObject({ page: 8, rects: [{ X: 1 }] });
});

it('a reference that is followed can be taken back, marked passage included', async () => {
  const viewer = new Viewer();
  await viewer.open({ hash: 'four', page: 7, span });
  viewer.top = { page: 6, share: 0.9 };
  await viewer.follow({ hash: 'five', page: 2 });
  expect([viewer.hash, viewer.past.length]).toEqual(['five', 1]);
  await viewer.back();
  expect([viewer.hash, viewer.passage?.span, viewer.past.length]).toEqual(['four', span, 0]);
  expect(viewer.aim).toMatchObject({ page: 6, share: 0.9 }); // where one was, not where the passage is
});

it('a page is found by its printed label first, then by its number', async () => {
  const viewer = new Viewer();
  await viewer.open({ hash: 'six', page: 1 });
  expect([viewer.turnToLabel('III'), viewer.aim?.page]).toEqual([true, 3]);
  expect([viewer.turnToLabel('5'), viewer.aim?.page]).toEqual([true, 9]);
  expect([viewer.turnToLabel('99'), viewer.aim?.page]).toEqual([true, 99]);
  expect([viewer.turnToLabel('xx'), viewer.turnToLabel('101'), viewer.turnToLabel('')]).toEqual([false, false, false]);
});

it('a document that cannot be opened says why and can be tried again', async () => {
  calls.OpenDocument.mockRejectedValueOnce(new Error('{"message":"gone","kind":"not_found","hint":"Add it."}'));
  const viewer = new Viewer();
  await viewer.open({ hash: 'seven', page: 4 });
  expect(viewer.problem).toMatchObject({ message: 'gone', hint: 'Add it.' });
  await viewer.again();
  expect([viewer.problem, viewer.opened?.document.hash]).toEqual([null, 'seven']);
});
