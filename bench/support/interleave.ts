type SamplesOf<Subjects extends readonly unknown[], Sample> = { [Index in keyof Subjects]: Sample[] };

/**
 * Alternates samples of several things, so that other load affects all: a b c, c b a, a b c, …
 * @param measure returns one sample.
 */
export const interleave = async <const Subjects extends readonly unknown[], Sample>(
  subjects: Subjects,
  rounds: number,
  measure: (subject: Subjects[number]) => Promise<Sample>,
): Promise<SamplesOf<Subjects, Sample>> => {
  const samples: Sample[][] = subjects.map(() => []);
  const order = subjects.map((_, index) => index);
  for (let round = 0; round < rounds; round += 1) {
    for (const index of round % 2 === 0 ? order : order.toReversed()) {
      samples[index]?.push(await measure(subjects[index]));
    }
  }
  return samples as SamplesOf<Subjects, Sample>;
};
