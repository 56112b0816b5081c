import { expect, it, vi } from 'vitest';
import { backend, type settings as kept } from '../backend';
import { settings } from './settings.svelte';

const answer = (value: string) => [{ name: 'RELATED_MODE', value }] as kept.Setting[];

it('of two answers on their way, the one that was asked for last counts', async () => {
  const open: ((list: kept.Setting[]) => void)[] = [];
  vi.spyOn(backend, 'Settings').mockImplementation(() => new Promise((resolve) => open.push(resolve)));
  const both = [settings.load(), settings.load()];
  open[1]!(answer('deep'));
  open[0]!(answer('standard'));
  await Promise.all(both);
  expect(settings.get('RELATED_MODE')?.value).toBe('deep');
});
