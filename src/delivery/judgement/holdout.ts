import { shareOfUnit } from '../../crypto/share-of-unit.js';
import type { Holdout } from '../../ports/experiment.js';
import type { PreparedPush } from './pair.js';
import { type Drop, GO, type JudgementRule } from './rule.js';
import { readUsers } from './users.js';

/** Keeps all messages of an account from a share of its users, so that the effect of all messages can be measured. */
export const holdout: JudgementRule = {
  name: 'holdout',
  asked: 'page',
  texts: { 'RULE:HOLDOUT': 'the user is held out: {detail}' },
  outcomes: {
    HOLDOUT: { logByte: 65, description: 'The user gets no messages of the account, for comparison (holdout).' },
  },
  open: ({ appId, account, run, pairs }, { database }) => {
    const setting = account.holdout;
    if (!setting || setting.share === 0 || !pairs.some(({ push }) => isHeldOut(push))) return null;
    return async (judged) => {
      const users = await readUsers(
        database,
        appId,
        judged.map(({ deviceId }) => deviceId),
      );
      return judged.map(({ deviceId, push }) =>
        isHeldOut(push) && isInHoldout(setting, run.userId, users.get(deviceId) ?? deviceId) ? drop(setting) : GO,
      );
    };
  },
};

/** People rely on transactional messages, such as receipts and codes. */
const isHeldOut = ({ category }: PreparedPush): boolean => category?.kind !== 'TRANSACTIONAL';

/** @param unit the user, or the device without one. */
export const isInHoldout = ({ share, generation }: Holdout, userId: number, unit: string | number): boolean =>
  shareOfUnit(`holdout.${userId}.${generation}`, unit) < share;

const drop = ({ share, generation }: Holdout): Drop => ({
  kind: 'drop',
  isGhost: true,
  outcome: 'HOLDOUT',
  code: 'RULE:HOLDOUT',
  detail: `${Math.round(share * 1_000) / 10} %, generation ${generation}`,
});
