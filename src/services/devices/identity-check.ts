import type { IdentityVault } from '../../catalogue/identity-vault.js';
import type { App } from '../../entities/app.js';
import type { Device } from '../../entities/device.js';
import { AppError, badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { DeviceInput } from './device-input.js';
import type { DeviceColumns } from './device-rules.js';

/** Where an application requires it, whose a device is and which tags it has is said by its server alone. */
export class IdentityCheck {
  constructor(
    private readonly vault: IdentityVault,
    private readonly clock: Clock,
  ) {}

  /** @throws UNAUTHENTICATED for a user's id without its hash, BAD_USER_INPUT for tags. */
  check(app: App, { externalUserId, identityHash, audiences }: DeviceInput): void {
    if (app.identityVerification === 'OFF') return;
    if (externalUserId !== undefined && externalUserId !== null) {
      const claim = { externalUserId, hash: identityHash ?? '', now: this.clock.now() };
      if (!this.vault.isGood(app, claim)) throw wrongIdentity();
    }
    if (audiences === undefined) return;
    const message = '`audiences` of this application come from its server alone: it requires identity verification.';
    throw badInput('audiences', message);
  }
}

const wrongIdentity = (): AppError =>
  new AppError(
    'UNAUTHENTICATED',
    '`external_user_id` needs an `identity_hash` in this application: HMAC-SHA-256 of it with the identity secret, in lower-case hex, made by your server.',
  );

interface Claim {
  readonly columns: DeviceColumns;
  readonly audiences: readonly string[] | null | undefined;
}

/**
 * What a registration without the secret changes of a device that has one. A token is no secret: where identity must be
 * proven, who knows it and shows no hash for the same user takes over nothing that the server said of the device. One
 * that only its server has registered so far is claimed by its token.
 */
export const withoutTakeover = <T extends Claim>(app: App, known: Device, claim: T): T => {
  const { columns } = claim;
  const isSameUser = known.externalUserId !== null && columns.externalUserId === known.externalUserId;
  if (app.identityVerification === 'OFF' || known.secretHash === null || isSameUser) return claim;
  return { ...claim, columns: { externalUserId: null, ...columns }, audiences: [] };
};
