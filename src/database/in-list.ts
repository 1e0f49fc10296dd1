/** `(?, ?, ?)` for as many values; for none `(NULL)`, which nothing is in: an empty list is no SQL. */
export const inList = (values: readonly unknown[]): string =>
  values.length === 0 ? '(NULL)' : `(${values.map(() => '?').join(', ')})`;
