import type { Column } from '../../state/shelf';

/** columns are the table's columns from left to right; the ones with a step leave when there is little room, the higher first. */
export const columns: { by: Column; step?: 1 | 2; right?: boolean }[] = [
  { by: 'title' },
  { by: 'pages', right: true },
  { by: 'status' },
  { by: 'language', step: 2 },
  { by: 'refs', step: 1, right: true },
  { by: 'cited', step: 2, right: true },
  { by: 'added', step: 1, right: true },
];
