import { area } from './area';

/** Words of the library. */
export const library = area({
  en: {
    title: 'Library',
  },
  de: {
    title: 'Bibliothek',
  },
});
