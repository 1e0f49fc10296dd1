/** What the clock of the service is ahead of this one, in milliseconds: people's clocks are wrong by minutes. */
let aheadMs = 0;
/** A date in a header has no milliseconds, and an answer takes its time. */
const UNSURE_MS = 2_000;

/** @param date the header `date` of an answer */
export const noteServerTime = (date: string | null): void => {
  const difference = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(difference)) return;
  aheadMs = Math.abs(difference) < UNSURE_MS ? 0 : difference;
};

/** Now, by the clock that decides what is sent when. */
export const serverNow = (): number => Date.now() + aheadMs;
