import type { App, ServiceAccount } from 'firebase-admin/app';
import type { BatchResponse, Messaging, SendResponse, TokenMessage } from 'firebase-admin/messaging';
import { LRUCache } from 'lru-cache';
import { keyOf } from '../credentials-trust.js';
import type { SenderApp } from '../sender.js';
import type { FirebaseSdk } from './firebase-sdk.js';

/** Each has its own timers and connections. */
const MAX_APPS = 50;

export interface LeasedApp {
  /** Returns one response per message; if the whole call failed, its error for each. */
  sendEach(messages: TokenMessage[], dryRun?: boolean): Promise<(SendResponse | Error)[]>;
  /** Must be called once. An evicted application is deleted after its last release. */
  release(): void;
}

interface Entry {
  readonly app: App;
  users: number;
  isEvicted: boolean;
}

/** The SDK's app instances, one per application and credentials version. */
export class SdkApps {
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_APPS, dispose: (entry) => this.evict(entry) });
  private readonly deletions = new Set<Promise<void>>();
  private sdk: FirebaseSdk | undefined;

  constructor(private readonly loadSdk: () => Promise<FirebaseSdk>) {}

  /** Returns null if the service account is not usable. */
  async lease(app: SenderApp): Promise<LeasedApp | null> {
    this.sdk ??= await this.loadSdk();
    const { sdk } = this;
    const entry = this.entries.get(keyOf(app)) ?? this.initialize(sdk, app);
    if (entry === null) return null;
    entry.users += 1;
    return {
      sendEach: (messages, dryRun = false) =>
        sendEachSafely(() => withoutRepeats(sdk.getMessaging(entry.app)).sendEach(messages, dryRun), messages),
      release: () => {
        entry.users -= 1;
        this.deleteUnused(entry);
      },
    };
  }

  async close(): Promise<void> {
    this.entries.clear();
    await Promise.all(this.deletions);
  }

  private initialize(sdk: FirebaseSdk, app: SenderApp): Entry | null {
    if (app.credentials.provider !== 'provider_a') return null;
    const { serviceAccount } = app.credentials;
    try {
      const options = { credential: sdk.cert(pickAccount(serviceAccount)), projectId: serviceAccount.project_id };
      const entry = { app: sdk.initializeApp(options, `pushgraph ${keyOf(app)}`), users: 0, isEvicted: false };
      this.entries.set(keyOf(app), entry);
      return entry;
    } catch {
      return null;
    }
  }

  private evict(entry: Entry): void {
    entry.isEvicted = true;
    this.deleteUnused(entry);
  }

  private deleteUnused(entry: Entry): void {
    if (!entry.isEvicted || entry.users > 0 || this.sdk === undefined) return;
    const deletion = this.sdk
      .deleteApp(entry.app)
      .catch(() => {})
      .finally(() => this.deletions.delete(deletion));
    this.deletions.add(deletion);
  }
}

/**
 * Picks the fields of a service account. The SDK also accepts other types such as `external_account`, whose
 * `credential_source` would read local files and post them to an address of the user's choice.
 */
const pickAccount = (given: Readonly<Record<string, string>>): ServiceAccount =>
  ({
    type: 'service_account',
    project_id: given.project_id,
    client_email: given.client_email,
    private_key: given.private_key,
    private_key_id: given.private_key_id,
  }) as ServiceAccount;

/**
 * The SDK retries unanswered requests up to four times, without an option to disable it. Those retries would bypass our
 * limits and counts.
 */
const withoutRepeats = <M extends Pick<Messaging, 'sendEach'>>(messaging: M): M => {
  const { messagingRequestHandler: handler } = messaging as unknown as RepeatingMessaging;
  for (const client of [handler?.httpClient, handler?.http2Client]) if (client?.retry) client.retry.maxRetries = 0;
  return messaging;
};

interface RepeatingMessaging {
  readonly messagingRequestHandler?: { readonly httpClient?: RepeatingClient; readonly http2Client?: RepeatingClient };
}

interface RepeatingClient {
  readonly retry?: { maxRetries: number };
}

/** The SDK rejects the whole call if it cannot read one message or gets no access token. */
async function sendEachSafely(
  send: () => Promise<BatchResponse>,
  messages: readonly TokenMessage[],
): Promise<(SendResponse | Error)[]> {
  if (messages.length === 0) return [];
  try {
    return (await send()).responses;
  } catch (error) {
    const reason = error instanceof Error ? error : new Error('unknown');
    return messages.map(() => reason);
  }
}
