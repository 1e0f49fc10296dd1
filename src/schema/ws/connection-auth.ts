import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../errors.js';
import type { Caller } from '../../services/caller.js';
import type { KeyService } from '../../services/keys/key-service.js';
import type { AddressGuard } from '../../services/rate-limits/address-guard.js';
import { logHiddenError } from '../mask-error.js';
import { CLOSE } from './close-codes.js';
import type { SocketSession } from './socket-session.js';

/** Of the user and not of the key: a user may have many keys. */
const MAX_SOCKETS_PER_USER = 20;

export interface ConnectionAuthParts {
  readonly keys: KeyService;
  readonly addresses: AddressGuard;
  readonly log: FastifyBaseLogger;
}

/** Who may hold a WebSocket, and for how long: a key that is revoked closes its sockets. */
export class ConnectionAuth {
  private readonly socketsOfUser = new Map<number, number>();

  constructor(private readonly parts: ConnectionAuthParts) {}

  /** Judges the first message; false with the socket closed, or true. */
  async admit(session: SocketSession, params: Readonly<Record<string, unknown>> | undefined): Promise<boolean> {
    const authorization = params?.authorization ?? params?.Authorization;
    if (typeof authorization !== 'string') return close(session, CLOSE.unauthorized);
    const caller = await this.meet(session, authorization);
    if (caller === 'too many') return close(session, CLOSE.tooManyBadKeys);
    if (caller === 'unknown') return close(session, CLOSE.unauthorized);
    const sockets = this.socketsOfUser.get(caller.userId) ?? 0;
    if (sockets >= MAX_SOCKETS_PER_USER) return close(session, CLOSE.tooManySockets);
    // It may have gone while the key was looked up; then nobody would take it off the count.
    if (session.abort.signal.aborted) return false;
    this.socketsOfUser.set(caller.userId, sockets + 1);
    session.accepted = { caller, authorization };
    return true;
  }

  /** Closes the socket if its key is no longer good, or takes over what the key may do now. */
  async recheck(session: SocketSession): Promise<void> {
    if (!session.accepted) return;
    const { authorization } = session.accepted;
    const caller = await this.authenticate(session, authorization);
    if (caller) session.accepted = { caller, authorization };
    else close(session, CLOSE.unauthorized);
  }

  leave({ accepted }: SocketSession): void {
    if (!accepted) return;
    const { userId } = accepted.caller;
    const left = (this.socketsOfUser.get(userId) ?? 1) - 1;
    if (left > 0) this.socketsOfUser.set(userId, left);
    else this.socketsOfUser.delete(userId);
  }

  /** null: the key is not good. */
  private async authenticate({ request }: SocketSession, authorization: string): Promise<Caller | null> {
    const { keys, log } = this.parts;
    try {
      return await keys.authenticate(authorization);
    } catch (error) {
      if (error instanceof AppError) return null;
      logHiddenError(log, error, request.id);
      throw error;
    }
  }

  /** As `authenticate`, for strangers. */
  private async meet(session: SocketSession, authorization: string): Promise<Caller | 'unknown' | 'too many'> {
    const { keys, addresses, log } = this.parts;
    const { ip, id } = session.request;
    try {
      return await addresses.watch(ip, authorization, (key) => keys.authenticate(key));
    } catch (error) {
      if (error instanceof AppError) return error.code === 'RATE_LIMITED' ? 'too many' : 'unknown';
      logHiddenError(log, error, id);
      throw error;
    }
  }
}

const close = ({ socket }: SocketSession, { code, reason }: { code: number; reason: string }): false => {
  socket.close(code, reason);
  return false;
};
