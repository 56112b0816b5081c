import { expect, it, vi } from 'vitest';

const world = vi.hoisted(() => ({ documents: vi.fn(async (): Promise<unknown[]> => []), connected: (_up: boolean) => {} }));
vi.mock('../backend', async () => ({
  backend: { Documents: world.documents, Remembered: async () => ({}) },
  stream: { watch: () => () => {} },
  onConnection: (tell: (up: boolean) => void) => ((world.connected = tell), () => {}),
  onDrop: () => {},
  quit: () => {},
  Fault: (await import('../backend/fault')).Fault,
}));

it('reads the table again when the connection is back: what changed meanwhile was told to nobody', async () => {
  const { library } = await import('./library.svelte');
  world.documents.mockRejectedValueOnce(new Error('lost'));
  const stop = library.start();
  await vi.waitFor(() => expect(library.fault?.message).toBe('lost'));
  world.connected(true);
  await vi.waitFor(() => expect(library.fault).toBeNull());
  expect(world.documents).toHaveBeenCalledTimes(2);
  stop();
});
