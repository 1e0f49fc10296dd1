/** Longer words are rarely mistyped, and not worth the time. */
const MAX_LENGTH = 60;

/** Returns ` Did you mean "…"?` for a word close to one of these, ignoring case; otherwise nothing. */
export const didYouMean = (word: string, candidates: Iterable<string>): string => mayMean(nearestOf(word, candidates));

export const mayMean = (meant: string | null | undefined): string => (meant ? ` Did you mean "${meant}"?` : '');

/** Returns the closest word, ignoring case, or null. */
export const nearestOf = (word: string, candidates: Iterable<string>): string | null => {
  if (word.length > MAX_LENGTH || word.length < 2) return null;
  const lower = word.toLowerCase();
  const limit = word.length < 5 ? 1 : 2;
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const name of candidates) {
    if (Math.abs(name.length - word.length) > limit || name.length > MAX_LENGTH) continue;
    const distance = editDistance(lower, name.toLowerCase(), limit);
    if (distance <= limit && distance < (best?.distance ?? limit + 1)) best = { name, distance };
  }
  return best?.name ?? null;
};

/** The Levenshtein distance: letters to add, remove or replace. Stops counting beyond the limit. */
const editDistance = (a: string, b: string, limit: number): number => {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    if (Math.min(...row) > limit) return limit + 1;
    before = row;
  }
  return before[b.length] ?? 0;
};
