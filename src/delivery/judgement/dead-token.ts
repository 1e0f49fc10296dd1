import { GO, type JudgementRule } from './rule.js';

const DEAD = { kind: 'drop', outcome: 'failed', code: 'TOKEN_DIED', detail: null } as const;

/** The provider refused the token when it got an earlier push of the same page. */
export const deadToken: JudgementRule = {
  name: 'dead-token',
  asked: 'push',
  open: ({ deadDevices }) =>
    deadDevices.size > 0 ? (pairs) => pairs.map(({ deviceId }) => (deadDevices.has(deviceId) ? DEAD : GO)) : null,
};
