import { area } from './area';

/** Words of the question what may leave the computer. */
export const consent = area({
  title: ['May these words leave your computer?', 'Dürfen diese Wörter Ihren Rechner verlassen?'],
  listTitle: ['May these addresses be read?', 'Dürfen diese Adressen gelesen werden?'],
  to: ['They go to', 'Sie gehen an'],
  nobody: ['They are searched for among the addresses you listed, on this computer. The sites of the addresses that fit see that they are read.',
    'Gesucht wird auf diesem Rechner unter den Adressen Ihrer Liste. Die Seiten der passenden Adressen sehen, dass sie gelesen werden.'],
  then: ['Then pages are read, of', 'Danach werden Seiten gelesen, und zwar von'],
  any: ['any site the search finds. Each sees that it is read.', 'allen Anbietern, die die Suche findet. Jeder sieht, dass er gelesen wird.'],
  never: ['Your documents, and what stands in them, never leave.', 'Ihre Dokumente und was darin steht, gehen nie hinaus.'],
  queries: ['Exactly these searches', 'Genau diese Suchanfragen'],
  query: ['Search {n}', 'Suchanfrage {n}'],
  drop: ['Do not send search {n}', 'Suchanfrage {n} nicht senden'],
  empty: ['No search is left. Only your library answers then.', 'Keine Suchanfrage ist übrig. Dann antwortet nur Ihre Bibliothek.'],
  these: [{ one: 'Send this one', other: 'Send these {n}' }, { one: 'Diese eine senden', other: 'Diese {n} senden' }],
  theseHint: ['What is searched for in a later round is asked again.', 'Was in einer späteren Runde gesucht wird, wird wieder gefragt.'],
  run: ['Allow all for this answer', 'Alle für diese Antwort'],
  runHint: ['Later rounds may search without asking, in this answer only.', 'Spätere Runden dürfen ohne Rückfrage suchen, nur in dieser Antwort.'],
  library: ['Library only', 'Nur die Bibliothek'],
  libraryHint: ['Nothing leaves.', 'Nichts geht hinaus.'],
});
