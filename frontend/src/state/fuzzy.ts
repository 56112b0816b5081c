/** score says how well text answers a query typed in a hurry: 0 is not at all; starts of words and runs of letters count. */
export function score(query: string, text: string): number {
  const wanted = fold(query).replace(/\s+/g, '');
  if (!wanted) return 1;
  const have = fold(text);
  const whole = have.indexOf(fold(query).trim());
  if (whole >= 0) return 1000 - whole + (boundary(have, whole) ? 500 : 0);
  let total = 0;
  let at = 0;
  let run = 0;
  for (const letter of wanted) {
    const found = have.indexOf(letter, at);
    if (found < 0) return 0;
    run = found === at && at > 0 ? run + 1 : 0;
    total += 1 + run * 3 + (boundary(have, found) ? 5 : 0);
    at = found + 1;
  }
  return total;
}

const boundary = (text: string, at: number) => at === 0 || /[\s/·:_-]/.test(text[at - 1]!);
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
