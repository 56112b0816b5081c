import { defineConfig } from 'vitest/config';

// Two journeys at a time: each has a program, a library and a browser of its own. A journey waits for states, so what fails fails slowly.
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite/journeys',
  test: {
    include: [process.env.JOURNEYS ?? '*.test.ts'],
    globalSetup: './harness/seed.ts',
    pool: 'forks',
    maxWorkers: Number(process.env.JOURNEYS_WORKERS ?? 2),
    testTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } }, // the default of one second fails on a busy machine
    hookTimeout: 60_000,
  },
});
