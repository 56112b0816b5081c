import { area } from './area';

/** Words of asking a new question. */
export const start = area({
  en: {
    title: 'New research',
  },
  de: {
    title: 'Neue Recherche',
  },
});
