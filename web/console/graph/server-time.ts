/** The lead of the service's clock, in milliseconds. Clocks of users can be wrong by minutes. */
let aheadMs = 0;
/** Smaller differences are noise: the header has no milliseconds, and the response takes time. */
const UNSURE_MS = 2_000;

/** @param date the `date` header of a response */
export const noteServerTime = (date: string | null): void => {
  const difference = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(difference)) return;
  aheadMs = Math.abs(difference) < UNSURE_MS ? 0 : difference;
};

/** The current time by the service's clock, which decides when messages are sent. */
export const serverNow = (): number => Date.now() + aheadMs;
