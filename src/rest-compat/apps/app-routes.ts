import { PROVIDERS } from '../../providers/providers.js';
import type { AppCreateInput, CredentialsInput } from '../../services/apps/app-input.js';
import { ArchivedPageQuery, IdAnswer, pageOf, toPageAnswer, toPageRequest } from '../common-schemas.js';
import { parseId } from '../parse-id.js';
import { defineRoute } from '../rest-route.js';
import { AppAnswer, AppCreateBody, AppUpdateBody, DocumentedAppCreateBody } from './app-schemas.js';
import { toAppAnswer } from './to-app-answer.js';

const tag = 'apps';

/** Applications (docs/rules.md#applications). */
export const APP_ROUTES = [
  defineRoute({
    method: 'POST',
    path: '/apps',
    operationId: 'createApp',
    tag,
    summary: 'Create an application',
    body: AppCreateBody,
    documentedBody: DocumentedAppCreateBody,
    status: 201,
    answer: IdAnswer,
    handle: async ({ services, caller, body }) => {
      const { id } = await services.apps.create(caller, toCreateInput(body));
      return { id };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/apps',
    operationId: 'listApps',
    tag,
    summary: 'List applications',
    query: ArchivedPageQuery,
    status: 200,
    answer: pageOf('apps', AppAnswer),
    handle: async ({ services, caller, query }) => {
      const page = toPageRequest(query);
      const listed = await services.appListing.listApps(caller, { ...page, archived: query.archived ?? false });
      return toPageAnswer('apps', { listed, page, toAnswer: toAppAnswer });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/apps/:app_id',
    operationId: 'getApp',
    tag,
    summary: 'Get an application',
    status: 200,
    answer: AppAnswer,
    handle: async ({ services, caller, params }) =>
      toAppAnswer(await services.appListing.getApp(caller, parseId(params.app_id, 'application'))),
  }),
  defineRoute({
    method: 'PUT',
    path: '/apps/:app_id',
    operationId: 'updateApp',
    tag,
    summary: 'Update name and link of an application',
    body: AppUpdateBody,
    status: 204,
    handle: async ({ services, caller, params, body }) => {
      const link = body.link === undefined ? undefined : toLink(body.link);
      await services.apps.update(caller, parseId(params.app_id, 'application'), { name: body.name, link });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/apps/:app_id',
    operationId: 'deleteApp',
    tag,
    summary: 'Delete an application; it leaves all groups and schedulers',
    status: 204,
    handle: ({ services, caller, params }) => services.apps.delete(caller, parseId(params.app_id, 'application')),
  }),
  defineRoute({
    method: 'POST',
    path: '/apps/:app_id/archive',
    operationId: 'archiveApp',
    tag,
    summary: 'Archive an application; it leaves all groups and schedulers',
    status: 204,
    handle: ({ services, caller, params }) => services.apps.archive(caller, parseId(params.app_id, 'application')),
  }),
  defineRoute({
    method: 'POST',
    path: '/apps/:app_id/unarchive',
    operationId: 'unarchiveAppOrGroup',
    tag,
    summary: 'Restore an application, or an application group by its id',
    status: 204,
    handle: ({ services, caller, params }) => services.restore.unarchive(caller, parseId(params.app_id, 'application')),
  }),
];

const toCreateInput = (body: AppCreateBody): AppCreateInput => ({
  pushProvider: body.push_provider,
  name: body.name,
  link: toLink(body.link),
  credentials: chooseCredentials(body),
});

/** Both shapes are accepted (docs/rules.md#credentials); the provider's own key is the more exact one. */
const chooseCredentials = (body: AppCreateBody): CredentialsInput | null =>
  PROVIDERS[body.push_provider].credentials.kind === 'made'
    ? null
    : (body[`${body.push_provider}_creds`] ?? body.push_provider_creds ?? null);

/** Forms send an empty field for no link. */
const toLink = (link: string | undefined): string | null => link || null;
