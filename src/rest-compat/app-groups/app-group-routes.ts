import type { AppGroupInput } from '../../services/apps/app-input.js';
import { toAppGroupAnswer } from '../apps/to-app-answer.js';
import { ArchivedPageQuery, IdAnswer, pageOf, toPageAnswer, toPageRequest } from '../common-schemas.js';
import { parseId } from '../parse-id.js';
import { defineRoute } from '../rest-route.js';
import { AppGroupAnswer, AppGroupBody } from './app-group-schemas.js';

const tag = 'app groups';
const noun = 'application group';

/**
 * Application groups (docs/rules.md#application-groups). `POST /apps/:app_group_id/unarchive` is with the applications.
 */
export const APP_GROUP_ROUTES = [
  defineRoute({
    method: 'POST',
    path: '/app/groups',
    operationId: 'createAppGroup',
    tag,
    summary: 'Create an application group',
    body: AppGroupBody,
    status: 200,
    answer: IdAnswer,
    handle: async ({ services, caller, body }) => {
      const { id } = await services.appGroups.create(caller, toInput(body));
      return { id };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/app/groups',
    operationId: 'listAppGroups',
    tag,
    summary: 'List application groups',
    query: ArchivedPageQuery,
    status: 200,
    answer: pageOf('groups', AppGroupAnswer),
    handle: async ({ services, caller, query }) => {
      const page = toPageRequest(query);
      const listed = await services.appListing.listGroups(caller, { ...page, archived: query.archived ?? false });
      return toPageAnswer('groups', { listed, page, toAnswer: toAppGroupAnswer });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/app/groups/:app_group_id',
    operationId: 'getAppGroup',
    tag,
    summary: 'Get an application group',
    status: 200,
    answer: AppGroupAnswer,
    handle: async ({ services, caller, params }) =>
      toAppGroupAnswer(await services.appListing.getGroup(caller, parseId(params.app_group_id, noun))),
  }),
  defineRoute({
    method: 'PUT',
    path: '/app/groups/:app_group_id',
    operationId: 'updateAppGroup',
    tag,
    summary: 'Replace name and applications of a group',
    body: AppGroupBody,
    status: 204,
    handle: async ({ services, caller, params, body }) => {
      await services.appGroups.update(caller, parseId(params.app_group_id, noun), toInput(body));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/app/groups/:app_group_id',
    operationId: 'deleteAppGroup',
    tag,
    summary: 'Delete an application group; it leaves all schedulers',
    status: 204,
    handle: ({ services, caller, params }) => services.appGroups.delete(caller, parseId(params.app_group_id, noun)),
  }),
  defineRoute({
    method: 'POST',
    path: '/app/groups/:app_group_id/archive',
    operationId: 'archiveAppGroup',
    tag,
    summary: 'Archive an application group',
    status: 204,
    handle: async ({ services, caller, params }) => {
      await services.appGroups.archive(caller, parseId(params.app_group_id, noun));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/app/groups/:app_group_id/unarchive',
    operationId: 'unarchiveAppGroup',
    tag,
    summary: 'Restore an application group',
    status: 204,
    handle: async ({ services, caller, params }) => {
      await services.appGroups.unarchive(caller, parseId(params.app_group_id, noun));
    },
  }),
];

const toInput = (body: AppGroupBody): AppGroupInput => ({
  name: body.name,
  allApps: body.all_apps,
  appIds: body.app_ids,
});
