import { area } from './area';

/** Words of the proof pane, evidence cards and citation chips. */
export const proof = area({
  en: {
    title: 'Proof',
    open: 'Open the proof of a citation',
    turn: 'Turn the page',
  },
  de: {
    title: 'Beleg',
    open: 'Den Beleg eines Zitats öffnen',
    turn: 'Umblättern',
  },
});
