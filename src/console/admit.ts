import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleRequests } from '../http/console-requests.js';
import type { NewSession, Visitor } from '../services/members/session-service.js';
import type { AddressGuard } from '../services/rate-limits/address-guard.js';
import type { SignInLimits } from '../services/rate-limits/sign-in-limits.js';
import type { Services } from '../services/services.js';
import type { SingleSignOn } from './single-sign-on.js';

/** The dependencies of the session routes. */
export interface SessionRouteParts {
  readonly services: Pick<Services, 'sessions' | 'signIn' | 'invitations' | 'users'>;
  readonly requests: ConsoleRequests;
  readonly limits: SignInLimits;
  /** Limits invalid sessions and links per address, as it limits invalid keys. */
  readonly addresses: AddressGuard;
  /** Null if single sign-on is not configured. */
  readonly singleSignOn: SingleSignOn | null;
}

/**
 * Sets the session cookie. The previous session of the browser ends, and its token is never reused, which prevents
 * session fixation.
 */
export const admit = async (
  { services, requests }: SessionRouteParts,
  { request, reply, session }: { request: FastifyRequest; reply: FastifyReply; session: NewSession },
): Promise<void> => {
  const former = requests.tokenOf(request);
  if (former !== null) await services.sessions.end(former);
  request.caller = session.caller;
  requests.signIn(request, reply, session.token);
};

export const visitorOf = ({ ip, headers }: FastifyRequest): Visitor => ({
  address: ip,
  userAgent: headers['user-agent'] ?? null,
});
