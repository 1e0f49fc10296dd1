import type { AudienceApp } from '../../audience/select-devices.js';
import type { App } from '../../entities/app.js';
import { PROVIDERS } from '../../providers/providers.js';

/** An application as devices are selected of it. */
export const audienceAppOf = (app: App): AudienceApp => ({
  id: app.id,
  devicesActiveSince: app.devicesActiveSince.getTime(),
  hasSubscriptions: PROVIDERS[app.pushProvider].address.field === 'subscription',
});
