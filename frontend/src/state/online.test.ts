import { expect, it } from 'vitest';
import { reaches } from './online.svelte';

it('knows the runs at work that may leave this computer: answers, research and explorations', () => {
  const at = (meta: unknown, live = true) => reaches({ live, status: 'running', meta });
  expect([at({ ask: { web: 'open' } }), at({ web: { web: 'listed', provider: 'wikipedia' } })]).toEqual([true, true]);
  expect([at({ ask: { web: '' } }), at({ engine: 'extractive' }), at(undefined), at({ web: { web: 'open' } }, false)]).toEqual([false, false, false, false]);
});
