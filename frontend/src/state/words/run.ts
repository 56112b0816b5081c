import { area } from './area';

/** Words of a run in progress. */
export const run = area({
  en: {
    title: 'Run',
  },
  de: {
    title: 'Lauf',
  },
});
