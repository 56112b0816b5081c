import { area } from './area';

/** Words of past runs. */
export const history = area({
  en: {
    title: 'History',
  },
  de: {
    title: 'Verlauf',
  },
});
