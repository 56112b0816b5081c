import { area } from './area';

/** Words of settings and the first start. */
export const settings = area({
  en: {
    title: 'Settings',
  },
  de: {
    title: 'Einstellungen',
  },
});
