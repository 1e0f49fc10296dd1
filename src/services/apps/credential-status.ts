import type { App } from '../../entities/app.js';
import { isTooMany } from '../../providers/codes.js';
import { readStored } from '../../providers/stored-reason.js';
import { pauseReasonOf } from '../deliveries/advise.js';

export type CredentialStatus = 'incomplete' | 'untried' | 'working' | 'refused';

type Known = Pick<
  App,
  | 'pushProvider'
  | 'credentialsComplete'
  | 'credentialsVersion'
  | 'credentialsProven'
  | 'pausedUntil'
  | 'pauseReason'
  | 'pauseCode'
  | 'pauseDetail'
>;

/** Whether the credentials work, by the outcomes of messages. A used-up quota (429) does not count against them. */
export const credentialStatusOf = (app: Known): CredentialStatus => {
  if (!app.credentialsComplete) return 'incomplete';
  if (app.pausedUntil !== null && !isForQuota(app)) return 'refused';
  return app.credentialsProven === app.credentialsVersion ? 'working' : 'untried';
};

const isForQuota = (app: Known): boolean => {
  const stored = pauseReasonOf(app);
  return stored !== null && isTooMany(readStored(stored, app.pushProvider).code);
};
