import { area } from './area';

/** Words of the proof pane, evidence cards and citation chips. */
export const proof = area({
  open: ['Open the proof of a citation', 'Den Beleg eines Zitats öffnen'],
  turn: ['Turn the page', 'Umblättern'],
});
