import { area } from './area';

/** Words of the PDF viewer. */
export const viewer = area({
  en: {
    title: 'PDF',
  },
  de: {
    title: 'PDF',
  },
});
