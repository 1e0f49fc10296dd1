import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../errors.js';
import type { Caller } from '../../services/caller.js';
import type { KeyService } from '../../services/keys/key-service.js';
import type { SessionService } from '../../services/members/session-service.js';
import type { AddressGuard } from '../../services/rate-limits/address-guard.js';
import { logHiddenError } from '../mask-error.js';
import { CLOSE } from './close-codes.js';
import type { Credential, SocketSession } from './socket-session.js';

/** The limit per user, not per key, because a user can have many keys. Each member has the same limit. */
const MAX_SOCKETS = 20;

export interface ConnectionAuthParts {
  readonly keys: KeyService;
  readonly sessions: SessionService;
  readonly addresses: AddressGuard;
  readonly log: FastifyBaseLogger;
}

/** Authenticates WebSockets, at first and repeatedly: a revoked key or an ended session closes its sockets. */
export class ConnectionAuth {
  private readonly socketsOf = new Map<string, number>();

  constructor(private readonly parts: ConnectionAuthParts) {}

  /** Checks the first message. Returns false after closing the socket. */
  async admit(session: SocketSession, params: Readonly<Record<string, unknown>> | undefined): Promise<boolean> {
    const credential = readCredential(session, params?.authorization ?? params?.Authorization);
    if (credential === null) return close(session, CLOSE.unauthorized);
    const caller = await this.authenticateNew(session, credential);
    if (caller === 'too many') return close(session, CLOSE.tooManyBadKeys);
    if (caller === 'unknown') return close(session, CLOSE.unauthorized);
    const holder = holderOf(caller);
    const sockets = this.socketsOf.get(holder) ?? 0;
    if (sockets >= MAX_SOCKETS) return close(session, CLOSE.tooManySockets);
    // The client may have disconnected during the wait; nothing would then decrement the count.
    if (session.abort.signal.aborted) return false;
    this.socketsOf.set(holder, sockets + 1);
    session.accepted = { caller, credential };
    return true;
  }

  /**
   * Returns the caller with current permissions, or null after closing the socket of an invalid key or session. Closing can
   * take seconds, during which nothing may run for the client.
   * @param options `isUse` is true for a request: an open socket alone does not extend a session
   */
  async recheck(session: SocketSession, options: { isUse: boolean }): Promise<Caller | null> {
    if (!session.accepted) return null;
    const { credential } = session.accepted;
    const caller = await this.judge(session, () => this.authenticate(credential, options));
    if (caller instanceof AppError) {
      close(session, CLOSE.unauthorized);
      return null;
    }
    session.accepted = { caller, credential };
    return caller;
  }

  /** Call this when a socket has closed. */
  release({ accepted }: SocketSession): void {
    if (!accepted) return;
    const holder = holderOf(accepted.caller);
    const left = (this.socketsOf.get(holder) ?? 1) - 1;
    if (left > 0) this.socketsOf.set(holder, left);
    else this.socketsOf.delete(holder);
  }

  private authenticate(credential: Credential, options = { isUse: true }): Promise<Caller> {
    const { keys, sessions } = this.parts;
    return credential.kind === 'key'
      ? keys.authenticate(credential.authorization)
      : sessions.authenticate(credential.token, options);
  }

  /** Authenticates a new client, with the limit for failed attempts. */
  private async authenticateNew(
    session: SocketSession,
    credential: Credential,
  ): Promise<Caller | 'unknown' | 'too many'> {
    const secret = credential.kind === 'key' ? credential.authorization : credential.token;
    const caller = await this.judge(session, () =>
      this.parts.addresses.watch(session.request.ip, secret, () => this.authenticate(credential)),
    );
    if (!(caller instanceof AppError)) return caller;
    return caller.code === 'RATE_LIMITED' ? 'too many' : 'unknown';
  }

  /** Logs and rethrows every error that is not a refusal. */
  private async judge({ request }: SocketSession, work: () => Promise<Caller>): Promise<Caller | AppError> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError) return error;
      logHiddenError(this.parts.log, error, request.id);
      throw error;
    }
  }
}

/** A key takes precedence over a cookie; null if there is neither. */
const readCredential = ({ token }: SocketSession, authorization: unknown): Credential | null => {
  if (typeof authorization === 'string') return { kind: 'key', authorization };
  return authorization === undefined && token !== null ? { kind: 'session', token } : null;
};

const holderOf = ({ userId, member }: Caller): string => (member ? `member ${member.id}` : `user ${userId}`);

const close = ({ socket }: SocketSession, { code, reason }: { code: number; reason: string }): false => {
  socket.close(code, reason);
  return false;
};
