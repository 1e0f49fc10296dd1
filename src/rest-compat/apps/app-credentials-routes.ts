import { AppError, notFound } from '../../errors.js';
import { guessProvider, PROVIDER_NAMES, titledProvider } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import { parseId } from '../parse-id.js';
import { defineRoute } from '../rest-route.js';
import { AnyCredentials, DocumentedCredentials, VapidKeyAnswer } from './app-schemas.js';

const tag = 'apps';

/** Credentials of applications (docs/rules.md#credentials). */
export const APP_CREDENTIALS_ROUTES = [
  defineRoute({
    method: 'PUT',
    path: '/apps/:app_id/creds/:push_provider',
    operationId: 'updateAppCredentials',
    tag,
    summary: 'Replace the provider and its credentials',
    body: AnyCredentials,
    documentedBody: DocumentedCredentials,
    status: 204,
    handle: async ({ services, caller, params, body }) => {
      const provider = readProvider(params.push_provider);
      await services.apps.updateCredentials(caller, parseId(params.app_id, 'application'), provider, body);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/apps/:app_id/vapidkey',
    operationId: 'getAppVapidKey',
    tag,
    summary: 'Get the public VAPID key of a webpush application',
    status: 200,
    answer: VapidKeyAnswer,
    handle: async ({ services, caller, params }) => ({
      vapid_key_public: await services.apps.vapidKey(caller, parseId(params.app_id, 'application')),
    }),
  }),
];

const readProvider = (text: string | undefined): ProviderName => {
  const provider = PROVIDER_NAMES.find((name) => name === text);
  if (provider) return provider;
  const meant = guessProvider(text);
  if (!meant) throw notFound('push provider');
  throw new AppError('NOT_FOUND', `There is no such push provider: did you mean ${titledProvider(meant)}?`);
};
