import { badInput } from '../../errors.js';
import type { AppGroupInput as ServiceInput } from '../../services/apps/app-input.js';
import type { AppGroupInput } from '../inputs/app-group-input.js';
import { toIds } from './to-ids.js';

/** @throws BAD_USER_INPUT for an id that names no application, and for ids beside all. */
export const toAppGroupInput = ({ name, allApps, appIds }: AppGroupInput): ServiceInput => {
  if (allApps && appIds?.length) throw badInput('app_ids', '`app_ids` must be empty when `all_apps` is true.');
  return { name, allApps: allApps ?? false, appIds: toIds('App', 'app_ids', appIds) ?? [] };
};
