const ENOUGH = 1e-16;
const MAX_TERMS = 10_000;

/** The upper tail of the chi-square distribution. @param degrees a whole number, 1 or more. */
export const chiSquareTail = (chiSquare: number, degrees: number): number =>
  chiSquare <= 0 ? 1 : upperGamma(degrees / 2, chiSquare / 2);

/** The probability that a standard normal value lies further from 0 than `z`, on either side. */
export const twoSidedTail = (z: number): number => chiSquareTail(z * z, 1);

/** The standard normal distribution function. */
export const normalBelow = (z: number): number => {
  const tail = twoSidedTail(z) / 2;
  return z > 0 ? 1 - tail : tail;
};

/** The inverse of `normalBelow`. @param share between 0 and 1, both excluded. */
export const normalQuantile = (share: number): number => {
  if (share > 0.5) return -normalQuantile(1 - share);
  let z = roughQuantile(share);
  // Two Newton steps reach the precision of a double.
  for (let step = 0; step < 2; step += 1) z -= (normalBelow(z) - share) / densityAt(z);
  return z;
};

/** Abramowitz and Stegun 26.2.23, with an error below 4.5e-4. @param share at most 0.5. */
const roughQuantile = (share: number): number => {
  const t = Math.sqrt(-2 * Math.log(share));
  const above = 2.515517 + t * (0.802853 + t * 0.010328);
  const below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  return above / below - t;
};

const densityAt = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** The regularised incomplete gamma function Q(a, x), for whole and half values of `a` (DLMF 8.11.4 and 8.9.2). */
const upperGamma = (a: number, x: number): number => {
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x);
};

const lowerSeries = (a: number, x: number): number => {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < MAX_TERMS && term > sum * ENOUGH; n += 1) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
};

/** The continued fraction by Lentz's method. */
const upperFraction = (a: number, x: number): number => {
  let b = x + 1 - a;
  let c = 1 / Number.MIN_VALUE;
  let d = 1 / b;
  let product = d;
  for (let n = 1; n < MAX_TERMS; n += 1) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    const factor = c * d;
    product *= factor;
    if (Math.abs(factor - 1) < ENOUGH * 4) break;
  }
  return product;
};

/** Exact by recurrence, because 2a is a whole number. */
const logGamma = (a: number): number => {
  let sum = Number.isInteger(a) ? 0 : Math.log(Math.PI) / 2;
  for (let value = a - 1; value > 0; value -= 1) sum += Math.log(value);
  return sum;
};
