import type { Keyring } from '../crypto/keyring.js';
import type { App } from '../entities/app.js';
import { PROVIDERS } from '../providers/providers.js';
import type { Credentials, SenderApp } from '../providers/sender.js';

/** Seals credentials for the database and opens them for senders, once per change. */
export class CredentialVault {
  private readonly opened = new Map<number, SenderApp>();

  constructor(private readonly keyring: Keyring) {}

  seal(appId: number, values: Readonly<Record<string, string>>): string {
    return this.keyring.seal(JSON.stringify(values), credentialsContext(appId));
  }

  /** Returns null if the credentials are absent or incomplete, so nothing can be sent. */
  open(app: SealedApp): SenderApp | null {
    const known = this.opened.get(app.id);
    if (known?.credentialsVersion === app.credentialsVersion && known.link === app.link) return known;
    if (!app.credentials || !app.credentialsComplete) return null;
    const values = JSON.parse(this.keyring.open(app.credentials, credentialsContext(app.id))) as Record<string, string>;
    const { credentials: shape, name: provider } = PROVIDERS[app.pushProvider];
    const credentials = { provider, ...shape.open(values, app.vapidKeyPublic ?? '') } as Credentials;
    const opened = { id: app.id, credentialsVersion: app.credentialsVersion, credentials, link: app.link };
    this.opened.set(app.id, opened);
    return opened;
  }

  /** Like `open`, but also returns null for credentials that were sealed with another MASTER_KEY. */
  tryOpen(app: SealedApp): SenderApp | null {
    try {
      return this.open(app);
    } catch {
      return null;
    }
  }
}

export type SealedApp = Pick<
  App,
  | 'id'
  | 'name'
  | 'pushProvider'
  | 'link'
  | 'credentials'
  | 'credentialsComplete'
  | 'credentialsVersion'
  | 'vapidKeyPublic'
  | 'messageDefaults'
>;

/** See `Keyring.seal`. */
export const credentialsContext = (appId: number): string => `app:${appId}`;
