import { appListing } from './app-listing.js';

/** The applications of groups, by `app_group_id` (decision 4); whether the group is archived does not matter. */
export const memberListing: typeof appListing = {
  ...appListing,
  name: 'member',
  table: `(SELECT a.*, g.id AS app_group_id FROM app_group g JOIN app a ON a.user_id = g.user_id
    LEFT JOIN app_group_member m ON m.group_id = g.id AND m.app_id = a.id
    WHERE m.app_id IS NOT NULL OR (g.all_apps = 1 AND a.archived = 0))`,
};
