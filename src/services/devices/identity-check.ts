import type { IdentityVault } from '../../catalogue/identity-vault.js';
import type { App } from '../../entities/app.js';
import type { Device } from '../../entities/device.js';
import { AppError, badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { AttributeRequest } from './attribute-context.js';
import type { DeviceInput } from './device-input.js';
import type { DeviceRequest } from './device-rules.js';

/** Enforces identity verification: only the application's server may set the user and the tags of a device. */
export class IdentityCheck {
  constructor(
    private readonly vault: IdentityVault,
    private readonly clock: Clock,
  ) {}

  /** @throws UNAUTHENTICATED for a user id without a valid hash, BAD_USER_INPUT for tags. */
  check(app: App, { externalUserId, identityHash, audiences }: DeviceInput): void {
    if (app.identityVerification === 'OFF') return;
    if (externalUserId !== undefined && externalUserId !== null) {
      const claim = { externalUserId, hash: identityHash ?? '', now: this.clock.now() };
      if (!this.vault.isGood(app, claim)) throw wrongIdentity();
    }
    if (audiences === undefined) return;
    const message =
      "Only the application's server may set `audiences`, because the application requires identity verification. Omit them.";
    throw badInput('audiences', message);
  }
}

const wrongIdentity = (): AppError =>
  new AppError(
    'UNAUTHENTICATED',
    '`external_user_id` needs an `identity_hash` in this application: HMAC-SHA-256 of it with the identity secret, in lower-case hex, made by your server.',
  );

/**
 * Limits a registration without the secret of a known device. A token is not secret, so under identity verification a
 * request without a hash for the same user inherits nothing that the server set. A device that only its server has
 * registered is claimed by its token.
 */
export const withoutTakeover = <T extends DeviceRequest>(
  app: App,
  known: Device,
  claim: T,
): T & Pick<AttributeRequest, 'forgetsOwn'> => {
  const { columns } = claim;
  const isSameUser = known.externalUserId !== null && columns.externalUserId === known.externalUserId;
  if (app.identityVerification === 'OFF' || known.secretHash === null || isSameUser) return claim;
  return { ...claim, columns: { externalUserId: null, ...columns }, audiences: [], forgetsOwn: true };
};
