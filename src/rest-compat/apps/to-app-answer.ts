import type { AppGroupRecord, AppRecord } from '../../services/apps/app-listing.js';
import type { AppGroupAnswer } from '../app-groups/app-group-schemas.js';
import { type AppAnswer, toCredentialFlags } from './app-schemas.js';

/** Omits `link` if the application has none. */
export const toAppAnswer = ({ app, groups }: AppRecord): AppAnswer => {
  return {
    id: app.id,
    service_id: app.serviceId,
    push_provider: app.pushProvider,
    name: app.name,
    ...(app.link === null ? {} : { link: app.link }),
    groups: groups.map(({ id, name }) => ({ id, name })),
    ...toCredentialFlags((provider) => app.pushProvider === provider && app.credentialsComplete),
    archived: app.archived,
  };
};

/** Joins the ids into one string (docs/rules.md#group-members). */
export const toAppGroupAnswer = ({ group, appIds }: AppGroupRecord): AppGroupAnswer => ({
  id: group.id,
  name: group.name,
  all_apps: group.allApps,
  app_ids: appIds.join(','),
  archived: group.archived,
});
