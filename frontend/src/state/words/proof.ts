import { area } from './area';

/** Words of the proof pane, evidence cards and citation chips. */
export const proof = area({
  en: {
    title: 'Proof',
  },
  de: {
    title: 'Beleg',
  },
});
