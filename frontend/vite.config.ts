import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The page is served from a custom scheme in the window and from loopback by `rabbithole serve`: relative addresses fit both.
export default defineConfig({
  base: './',
  plugins: [svelte()],
  build: {
    target: 'safari16',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
  },
  test: { include: ['src/**/*.test.ts'], css: true },
});
