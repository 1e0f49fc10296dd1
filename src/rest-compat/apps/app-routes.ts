import { PROVIDERS } from '../../providers/providers.js';
import type { AppCreateInput, CredentialsInput } from '../../services/apps/app-input.js';
import { ArchivedPageQuery } from '../common-schemas.js';
import { resourceRoutes } from '../resource-routes.js';
import { AppAnswer, AppCreateBody, AppUpdateBody, DocumentedAppCreateBody } from './app-schemas.js';
import { toAppAnswer } from './to-app-answer.js';

/** Applications (docs/rules.md#applications). */
export const APP_ROUTES = resourceRoutes({
  tag: 'apps',
  path: '/apps',
  param: 'app_id',
  noun: 'application',
  title: 'App',
  create: {
    summary: 'Create an application',
    body: AppCreateBody,
    documentedBody: DocumentedAppCreateBody,
    status: 201,
    run: ({ services, caller }, body) => services.apps.create(caller, toCreateInput(body)),
  },
  list: {
    summary: 'List applications',
    name: 'apps',
    query: ArchivedPageQuery,
    item: AppAnswer,
    run: ({ services, caller }, { archived = false }, page) =>
      services.appListing.listApps(caller, { ...page, archived }),
    toAnswer: toAppAnswer,
  },
  get: {
    summary: 'Get an application',
    answer: AppAnswer,
    run: ({ services, caller, id }) => services.appListing.getApp(caller, id),
    toAnswer: toAppAnswer,
  },
  update: {
    summary: 'Update the name and the link of an application',
    body: AppUpdateBody,
    run: ({ services, caller, id }, { name, link }) =>
      services.apps.update(caller, id, { name, link: link === undefined ? undefined : toLink(link) }),
  },
  delete: {
    summary: 'Delete an application and remove it from all groups and schedulers',
    run: ({ services, caller, id }) => services.apps.delete(caller, id),
  },
  actions: {
    archive: {
      summary: 'Archive an application and remove it from all groups and schedulers',
      run: ({ services, caller, id }) => services.apps.archive(caller, id),
    },
    unarchive: {
      operationId: 'unarchiveAppOrGroup',
      summary: 'Restore an application or application group by id',
      run: ({ services, caller, id }) => services.restore.unarchive(caller, id),
    },
  },
});

const toCreateInput = (body: AppCreateBody): AppCreateInput => ({
  pushProvider: body.push_provider,
  name: body.name,
  link: toLink(body.link),
  credentials: chooseCredentials(body),
});

/** Accepts both forms (docs/rules.md#credentials); the provider's own key wins. */
const chooseCredentials = (body: AppCreateBody): CredentialsInput | null =>
  PROVIDERS[body.push_provider].credentials.kind === 'made'
    ? null
    : (body[`${body.push_provider}_creds`] ?? body.push_provider_creds ?? null);

/** Forms send an empty text for no link. */
const toLink = (link: string | undefined): string | null => link || null;
