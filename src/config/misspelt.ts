/** A variable whose name resembles that of a setting. */
export interface Misspelt {
  readonly name: string;
  readonly meant: string;
}

/** Shorter names resemble too many others: HOST, HOME, PORT, PATH. */
const MIN_LENGTH = 8;
/** From this length on, two letters may be wrong. */
const LONG = 10;

/**
 * Finds variables with nearly the name of a setting. Settings are in capitals; other variables belong to other
 * programs.
 */
export const findMisspelt = (present: Iterable<string>, settings: ReadonlySet<string>): readonly Misspelt[] =>
  [...present].flatMap((name) => {
    if (settings.has(name) || name.length < MIN_LENGTH || name.length > 64) return [];
    const meant = closest(name, settings);
    return meant === null ? [] : [{ name, meant }];
  });

const closest = (name: string, settings: ReadonlySet<string>): string | null => {
  let best: { setting: string; distance: number } | null = null;
  for (const setting of settings) {
    if (setting.length < MIN_LENGTH) continue;
    const distance = editDistance(name.toUpperCase(), setting);
    const allowed = setting.length < LONG ? 1 : 2;
    if (distance <= allowed && distance < (best?.distance ?? Infinity)) best = { setting, distance };
  }
  return best?.setting ?? null;
};

/** The number of letters to add, remove, change or swap with a neighbour. */
const editDistance = (a: string, b: string): number => {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const steps = [at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1)];
      row.push(Math.min(...steps, isSwap ? at(beforeLast, j - 2) + 1 : Infinity));
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
};

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity;
