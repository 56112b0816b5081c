import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A window whose address changes, and whose page hears of it a moment later, as in a browser. */
let listeners: ((event: unknown) => void)[] = [];
const place = { hash: '' };
const heard = () => listeners.forEach((tell) => tell({}));

beforeEach(() => {
  vi.resetModules();
  listeners = [];
  place.hash = '';
  vi.stubGlobal('location', place);
  vi.stubGlobal('history', { state: null, replaceState: (_: unknown, __: string, hash: string) => (place.hash = hash), back: () => {} });
  vi.stubGlobal('addEventListener', (_: string, tell: (event: unknown) => void) => listeners.push(tell));
  vi.stubGlobal('removeEventListener', (_: string, tell: (event: unknown) => void) => (listeners = listeners.filter((one) => one !== tell)));
});
afterEach(() => vi.unstubAllGlobals());
const router = async () => (await import('./router.svelte')).router;

it('follows an address that changed before anybody listened', async () => {
  const routes = await router();
  place.hash = '#/history';
  const stop = routes.start();
  expect(routes.route.place).toBe('history');
  stop();
  expect(listeners).toHaveLength(0);
});

it('goes where the person chose to go, although a place is being remembered in the same moment', async () => {
  place.hash = '#/doc/abc?page=3';
  const routes = await router();
  routes.start();
  routes.go('library');
  routes.replace('doc', 'abc', { page: '4' }); // the address was changed, and the page did not hear of it yet
  heard();
  expect(routes.address).toBe('#/library');
  routes.go('doc', 'abc', { page: '3' });
  heard();
  routes.replace('doc', 'abc', { page: '4' });
  expect(place.hash).toBe('#/doc/abc?page=4');
  expect(routes.route.query.page).toBe('4');
});

it('stays where the person is until what shows the next place has come', async () => {
  const routes = await router();
  const come: Record<string, () => void> = {};
  routes.start((to) => (to === 'library' ? null : new Promise((done) => (come[to] = done))));
  routes.go('report', 'r1');
  heard();
  expect(routes.route.place).toBe('start');
  routes.go('history'); // changed their mind while the report was being fetched
  heard();
  come.report!();
  await Promise.resolve();
  expect(routes.route.place).toBe('start');
  come.history!();
  await vi.waitFor(() => expect(routes.route.place).toBe('history'));
});
