import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../errors.js';
import type { Caller } from '../../services/caller.js';
import type { KeyService } from '../../services/keys/key-service.js';
import type { SessionService } from '../../services/members/session-service.js';
import type { AddressGuard } from '../../services/rate-limits/address-guard.js';
import { logHiddenError } from '../mask-error.js';
import { CLOSE } from './close-codes.js';
import type { Credential, SocketSession } from './socket-session.js';

/** Of the user and not of the key: a user may have many keys. Each member has as many for itself. */
const MAX_SOCKETS = 20;

export interface ConnectionAuthParts {
  readonly keys: KeyService;
  readonly sessions: SessionService;
  readonly addresses: AddressGuard;
  readonly log: FastifyBaseLogger;
}

/** Who may hold a WebSocket, and for how long: a key that is revoked, or a session that ends, closes its sockets. */
export class ConnectionAuth {
  private readonly socketsOf = new Map<string, number>();

  constructor(private readonly parts: ConnectionAuthParts) {}

  /** Judges the first message; false with the socket closed, or true. */
  async admit(session: SocketSession, params: Readonly<Record<string, unknown>> | undefined): Promise<boolean> {
    const credential = readCredential(session, params?.authorization ?? params?.Authorization);
    if (credential === null) return close(session, CLOSE.unauthorized);
    const caller = await this.meet(session, credential);
    if (caller === 'too many') return close(session, CLOSE.tooManyBadKeys);
    if (caller === 'unknown') return close(session, CLOSE.unauthorized);
    const holder = holderOf(caller);
    const sockets = this.socketsOf.get(holder) ?? 0;
    if (sockets >= MAX_SOCKETS) return close(session, CLOSE.tooManySockets);
    // It may have gone while the key was looked up; then nobody would take it off the count.
    if (session.abort.signal.aborted) return false;
    this.socketsOf.set(holder, sockets + 1);
    session.accepted = { caller, credential };
    return true;
  }

  /**
   * Who it is by now, and may do what; null: its key or session is no longer good, and the socket closed. That takes as
   * long as the client likes, up to some seconds, in which nothing may be done for it.
   * @param options `isUse`: somebody asks for something; an open socket alone keeps no session from ending.
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

  leave({ accepted }: SocketSession): void {
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

  /** As `authenticate`, for strangers. */
  private async meet(session: SocketSession, credential: Credential): Promise<Caller | 'unknown' | 'too many'> {
    const secret = credential.kind === 'key' ? credential.authorization : credential.token;
    const caller = await this.judge(session, () =>
      this.parts.addresses.watch(session.request.ip, secret, () => this.authenticate(credential)),
    );
    if (!(caller instanceof AppError)) return caller;
    return caller.code === 'RATE_LIMITED' ? 'too many' : 'unknown';
  }

  /** An error that is no refusal is logged and thrown on. */
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

/** A key wins over a cookie; null: neither. */
const readCredential = ({ token }: SocketSession, authorization: unknown): Credential | null => {
  if (typeof authorization === 'string') return { kind: 'key', authorization };
  return authorization === undefined && token !== null ? { kind: 'session', token } : null;
};

const holderOf = ({ userId, member }: Caller): string => (member ? `member ${member.id}` : `user ${userId}`);

const close = ({ socket }: SocketSession, { code, reason }: { code: number; reason: string }): false => {
  socket.close(code, reason);
  return false;
};
