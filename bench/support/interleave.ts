/**
 * Samples of two things in turns, so that whatever else the machine does falls on both: a b, b a, a b, …
 * @param measure answers one sample; the round is 0-based.
 */
export const interleave = async <Subject, Sample>(
  [a, b]: readonly [Subject, Subject],
  rounds: number,
  measure: (subject: Subject) => Promise<Sample>,
): Promise<[Sample[], Sample[]]> => {
  const samplesOfA: Sample[] = [];
  const samplesOfB: Sample[] = [];
  const measureA = async () => void samplesOfA.push(await measure(a));
  const measureB = async () => void samplesOfB.push(await measure(b));
  for (let round = 0; round < rounds; round += 1) {
    const turns = round % 2 === 0 ? [measureA, measureB] : [measureB, measureA];
    for (const turn of turns) await turn();
  }
  return [samplesOfA, samplesOfB];
};
