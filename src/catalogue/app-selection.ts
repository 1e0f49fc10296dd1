import type { FilterField } from '../audience/filters/index.js';
import type { AppSelection } from './resolve-apps.js';

type Lists = { readonly [field in FilterField]?: readonly (string | number)[] | null };

/** Reads the application lists from the filters of a request or of a stored scheduler. */
export const toAppSelection = (allApps: boolean, lists: Lists): AppSelection => ({
  allApps,
  appIdsInclude: toIds(lists.app_ids_include),
  appIdsExclude: toIds(lists.app_ids_exclude),
  appGroupsInclude: toIds(lists.app_groups_include),
  appGroupsExclude: toIds(lists.app_groups_exclude),
});

export const toIds = (list: readonly (string | number)[] | null | undefined): number[] => (list ?? []).map(Number);
