import type { IdentityVerification } from '../../entities/app.js';
import type { ProviderName } from '../../providers/sender.js';

/** Credentials as the user sends them: the provider's own field names, not yet checked. */
export type CredentialsInput = Readonly<Record<string, unknown>>;

export interface AppCreateInput {
  readonly pushProvider: ProviderName;
  readonly name: string;
  readonly link: string | null;
  /** null for webpush. */
  readonly credentials: CredentialsInput | null;
}

export interface AppUpdateInput {
  readonly name?: string;
  /** null clears it; undefined keeps it. */
  readonly link?: string | null;
  readonly identityVerification?: IdentityVerification;
}

export interface AppGroupInput {
  readonly name: string;
  readonly allApps: boolean;
  readonly appIds: readonly number[];
}
