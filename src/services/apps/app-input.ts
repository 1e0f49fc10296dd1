import type { IdentityVerification } from '../../entities/app.js';
import type { MessageDefaults } from '../../ports/message-fields.js';
import type { ProviderName } from '../../providers/sender.js';
import type { QuietInput } from '../rules/quiet-rules.js';

/** Credentials as the user sends them, with the provider's own field names, not yet validated. */
export type CredentialsInput = Readonly<Record<string, unknown>>;

export interface AppCreateInput {
  readonly pushProvider: ProviderName;
  readonly name: string;
  readonly link: string | null;
  /** The picture on the hosted preferences page. */
  readonly icon?: string | null;
  /** null for webpush. */
  readonly credentials: CredentialsInput | null;
  readonly messageDefaults?: MessageDefaults | null;
}

export interface AppUpdateInput {
  readonly name?: string;
  /** null clears it; undefined keeps it. */
  readonly link?: string | null;
  /** null clears it; undefined keeps it. */
  readonly icon?: string | null;
  readonly identityVerification?: IdentityVerification;
  /** null clears all of them; undefined keeps them. */
  readonly messageDefaults?: MessageDefaults | null;
  /** null for those of the account; undefined keeps them. */
  readonly quietHours?: QuietInput | null;
}

export interface AppGroupInput {
  readonly name: string;
  readonly allApps: boolean;
  readonly appIds: readonly number[];
}
