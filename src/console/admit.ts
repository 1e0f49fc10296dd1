import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleRequests } from '../http/console-requests.js';
import type { NewSession, Visitor } from '../services/members/session-service.js';
import type { AddressGuard } from '../services/rate-limits/address-guard.js';
import type { SignInLimits } from '../services/rate-limits/sign-in-limits.js';
import type { Services } from '../services/services.js';
import type { SingleSignOn } from './single-sign-on.js';

/** What the door of people is made of. */
export interface ConsoleDoor {
  readonly services: Pick<Services, 'sessions' | 'signIn' | 'invitations' | 'users'>;
  readonly requests: ConsoleRequests;
  readonly limits: SignInLimits;
  /** What limits bad keys limits bad sessions and links. */
  readonly addresses: AddressGuard;
  /** null: it is not set up. */
  readonly singleSignOn: SingleSignOn | null;
}

/**
 * Hands over the cookie. Whoever was signed in with this browser before is so no longer, and its token is never taken
 * over: one that somebody planted is worth nothing.
 */
export const admit = async (
  { services, requests }: ConsoleDoor,
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
