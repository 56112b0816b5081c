import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

// The mark of a component's own styles stands on each of its elements: a short one is enough to tell some hundred files apart.
export default { preprocess: vitePreprocess(), compilerOptions: { cssHash: ({ hash, filename }) => `s${hash(filename).slice(-5)}` } };
