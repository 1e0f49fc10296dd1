/** `(?, ?, ?)` for the values; `(NULL)`, which matches nothing, for none, since SQL has no empty list. */
export const inList = (values: readonly unknown[]): string =>
  values.length === 0 ? '(NULL)' : `(${values.map(() => '?').join(', ')})`;
