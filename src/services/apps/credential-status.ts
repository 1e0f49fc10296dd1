import type { App } from '../../entities/app.js';

export type CredentialStatus = 'incomplete' | 'untried' | 'working' | 'refused';

type Known = Pick<
  App,
  'credentialsComplete' | 'credentialsVersion' | 'credentialsProven' | 'pausedUntil' | 'pauseReason'
>;

/** Whether the credentials work, by what became of messages; a quota that is used up (429) says nothing against them. */
export const credentialStatusOf = (app: Known): CredentialStatus => {
  if (!app.credentialsComplete) return 'incomplete';
  if (app.pausedUntil !== null && !app.pauseReason?.startsWith('429')) return 'refused';
  return app.credentialsProven === app.credentialsVersion ? 'working' : 'untried';
};
