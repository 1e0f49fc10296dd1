import type { PreferencesLinks } from '../../crypto/preferences-token.js';
import type { Database } from '../../database/database.js';
import { App } from '../../entities/app.js';
import { Device, UNREGISTERED } from '../../entities/device.js';
import type { Clock } from '../../ports/clock.js';
import type { PreferenceSubject } from './preference-service.js';

/** The link of a page: which device and application it is for. */
export interface LinkTarget {
  readonly app: App;
  readonly device: Device;
  readonly subject: Extract<PreferenceSubject, { kind: 'device' }>;
}

/** `GONE`: the device was unregistered or deleted, or another person uses it now. */
export type LinkProblem = 'EXPIRED' | 'GONE';

/** Makes and opens the links of the hosted preferences page. */
export class PreferencesLinkService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly links: PreferencesLinks,
  ) {}

  /** Without `PUBLIC_URL`, links begin with this address of the service, which only this machine reaches. */
  serveLocally(url: string): void {
    this.links.localUrl = url;
  }

  /** Null if the service has no address. */
  urlOf(userId: number, { appId, id, externalUserId }: Pick<Device, 'appId' | 'id' | 'externalUserId'>): string | null {
    return this.links.urlOf({ userId, appId, deviceId: id, externalUserId }, this.clock.now());
  }

  /** Names the device of a link that this service has signed, or null. Reads nothing from the database. */
  readClaims(token: string) {
    return this.links.verify(token, this.clock.now());
  }

  async open(claims: NonNullable<ReturnType<PreferencesLinks['verify']>>): Promise<LinkTarget | LinkProblem> {
    if (claims.isExpired) return 'EXPIRED';
    const { reader } = this.database;
    const { userId, appId, deviceId: id } = claims;
    const device = await reader.findOneBy(Device, { appId, id });
    if (!device || device.secretHash === UNREGISTERED || !claims.isFor(device.externalUserId)) return 'GONE';
    const app = await reader.findOneBy(App, { id: appId, userId });
    if (!app) return 'GONE';
    return { app, device, subject: { kind: 'device', deviceId: id } };
  }
}
