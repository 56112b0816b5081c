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
    // Styles come at once, so that no screen is ever seen without its own; the code of a screen comes when it is needed (src/screens.svelte.ts).
    // Few large pieces: many small ones weigh more, as each compresses by itself and names what it takes from the others.
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 3 },
            { name: 'shared', minShareCount: 2, priority: 2 },
            { name: 'inquiry', test: /src.views.(ask|discover|explore)/, priority: 1 },
            { name: 'screens', test: /src.views.(history|report|run|settings|start|viewer)/, priority: 1 },
          ],
        },
      },
    },
  },
  test: { include: ['src/**/*.test.ts'], css: true },
});
