import type { JudgementRule } from './rule.js';

const EXPIRED = { kind: 'drop', outcome: 'expired', code: 'TIME_TO_LIVE_ENDED', detail: null } as const;

/** All pairs of a page have the same time to live. */
export const expired: JudgementRule = {
  name: 'expired',
  asked: 'push',
  open: ({ expiresAt }, { clock }) => (expiresAt <= clock.now() ? (pairs) => pairs.map(() => EXPIRED) : null),
};
