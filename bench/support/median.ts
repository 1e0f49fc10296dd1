export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** The median of one figure over all samples. */
export const medianOf = <Sample>(samples: readonly Sample[], figure: (sample: Sample) => number): number =>
  median(samples.map(figure));
