import { area } from './area';

/** Words of a finished report. */
export const report = area({
  en: {
    title: 'Report',
  },
  de: {
    title: 'Bericht',
  },
});
