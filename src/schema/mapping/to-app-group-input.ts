import type { AppGroupInput as ServiceInput } from '../../services/inputs/app-input.js';
import type { AppGroupInput } from '../inputs/app-group-input.js';
import { toIds } from './to-ids.js';

/** @throws BAD_USER_INPUT for an id that names no application. */
export const toAppGroupInput = ({ name, apps }: AppGroupInput): ServiceInput => ({
  name,
  allApps: Boolean(apps.all),
  appIds: toIds('App', 'app_ids', apps.ids) ?? [],
});
