import type { discover } from '../../backend';
import { openCitations, type Citation } from '../../parts/ProofPane.svelte';

/** openPlaces shows the passages behind a card beside it, beginning with one of them. */
export function openPlaces(places: readonly discover.Place[], index: number, focus = false) {
  openCitations(places.map(cited), index, { focus });
}

const cited = ({ document, name, page, label, quote }: discover.Place): Citation => ({ document, name, page, label: label ?? '', quote, span: { page, start: 0, end: 0 } });
