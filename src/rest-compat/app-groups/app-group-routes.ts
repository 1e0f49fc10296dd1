import type { AppGroupInput } from '../../services/apps/app-input.js';
import { toAppGroupAnswer } from '../apps/to-app-answer.js';
import { ArchivedPageQuery } from '../common-schemas.js';
import { resourceRoutes } from '../resource-routes.js';
import { AppGroupAnswer, AppGroupBody } from './app-group-schemas.js';

const toInput = ({ name, all_apps, app_ids }: AppGroupBody): AppGroupInput => ({
  name,
  allApps: all_apps,
  appIds: app_ids,
});

/** Application groups (docs/rules.md#application-groups). `POST /apps/:app_id/unarchive` restores them too. */
export const APP_GROUP_ROUTES = resourceRoutes({
  tag: 'app groups',
  path: '/app/groups',
  param: 'app_group_id',
  noun: 'application group',
  title: 'AppGroup',
  create: {
    summary: 'Create an application group',
    body: AppGroupBody,
    status: 200,
    run: ({ services, caller }, body) => services.appGroups.create(caller, toInput(body)),
  },
  list: {
    summary: 'List application groups',
    name: 'groups',
    query: ArchivedPageQuery,
    item: AppGroupAnswer,
    run: ({ services, caller }, { archived = false }, page) =>
      services.appListing.listGroups(caller, { ...page, archived }),
    toAnswer: toAppGroupAnswer,
  },
  get: {
    summary: 'Get an application group',
    answer: AppGroupAnswer,
    run: ({ services, caller, id }) => services.appListing.getGroup(caller, id),
    toAnswer: toAppGroupAnswer,
  },
  update: {
    summary: 'Replace the name and the applications of a group',
    body: AppGroupBody,
    run: ({ services, caller, id }, body) => services.appGroups.update(caller, id, toInput(body)),
  },
  delete: {
    summary: 'Delete an application group and remove it from all schedulers',
    run: ({ services, caller, id }) => services.appGroups.delete(caller, id),
  },
  actions: {
    archive: {
      summary: 'Archive an application group',
      run: ({ services, caller, id }) => services.appGroups.archive(caller, id),
    },
    unarchive: {
      summary: 'Restore an application group',
      run: ({ services, caller, id }) => services.appGroups.unarchive(caller, id),
    },
  },
});
