import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Config } from './config/config.js';
import type { SessionRouteParts } from './console/admit.js';
import { maintenancePlugin } from './console/maintenance-plugin.js';
import { consolePagePlugin } from './console/page-plugin.js';
import { sessionPlugin } from './console/session-plugin.js';
import { SingleSignOn } from './console/single-sign-on.js';
import type { Keyring } from './crypto/keyring.js';
import { eventsPlugin } from './events-api/events-plugin.js';
import { csvExportsPlugin } from './export-api/csv-exports-plugin.js';
import { userExportsPlugin } from './export-api/user-exports-plugin.js';
import { ConsoleRequests } from './http/console-requests.js';
import type { HttpPlugin } from './http/http-plugin.js';
import { importFilesPlugin } from './import-api/import-files-plugin.js';
import { AccessTokens } from './mcp/access-tokens.js';
import { mcpPlugin } from './mcp/mcp-plugin.js';
import { mediaPlugin } from './media-api/media-plugin.js';
import type { Metrics } from './metrics.js';
import { docsPlugin } from './openapi/docs-plugin.js';
import { openapiPlugin } from './openapi/openapi-plugin.js';
import type { Clock } from './ports/clock.js';
import { preferencesPlugin } from './preferences-page/preferences-plugin.js';
import { buildGraph } from './resolvers/index.js';
import { restApi } from './rest-compat/rest-api.js';
import type { GraphqlDeps } from './schema/context.js';
import { graphiqlPlugin } from './schema/http/graphiql-plugin.js';
import { graphqlPlugin } from './schema/http/graphql-plugin.js';
import { graphFactory } from './schema/open-graph.js';
import { browserSdkPlugin } from './sdk-api/browser-sdk-plugin.js';
import { sdkPlugin } from './sdk-api/sdk-plugin.js';
import { EventPoll } from './services/event-log/event-poll.js';
import type { Maintenance } from './services/operations/operator-settings.js';
import { AddressGuard } from './services/rate-limits/address-guard.js';
import { CostMeter } from './services/rate-limits/cost-meter.js';
import { PreferencesLimits } from './services/rate-limits/preferences-limits.js';
import { SdkLimits } from './services/rate-limits/sdk-limits.js';
import { SignInLimits } from './services/rate-limits/sign-in-limits.js';

export interface ApiParts extends Pick<GraphqlDeps, 'database' | 'services' | 'runs' | 'status'> {
  readonly config: Config;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Counts limits for all processes together; with null each counts separately. */
  readonly redis: Redis | null;
  readonly countRefusal: Metrics['countRefusal'];
  readonly countReceipt: Metrics['countReceipt'];
  readonly findMaintenance: () => Maintenance | null;
}

/**
 * Mounts the interfaces for users, devices and people. It is a separate file so that a process with `ROLE=worker`
 * does not load it: it takes a third of the service's memory at rest.
 */
export const apiPlugins = (parts: ApiParts): HttpPlugin[] => {
  const { config, database, services, runs, status, keyring, clock, logger, redis, countRefusal, findMaintenance } =
    parts;
  const { publicUrl, allowedOrigins, rateLimits, oidc } = config;
  const costs = new CostMeter({ perMinute: rateLimits.costPerMinute, redis });
  const addresses = new AddressGuard(rateLimits.badKeysPerMinute, clock, () => countRefusal('bad_keys', 'address'));
  const sdkLimits = new SdkLimits({ config: config.sdkLimits, clock, redis, onRefused: countRefusal });
  const door: SessionRouteParts = {
    services,
    requests: new ConsoleRequests(publicUrl),
    limits: new SignInLimits({ clock, redis, places: services.places, onRefused: countRefusal }),
    addresses,
    singleSignOn: oidc && new SingleSignOn({ config: oidc, keyring, clock, log: logger }),
  };
  const graphDeps = { database, services, runs, status, costs, addresses, publicUrl, allowedOrigins, findMaintenance };
  const openGraph = graphFactory(graphDeps, () => buildGraph());
  return [
    restApi(services, addresses),
    openapiPlugin,
    docsPlugin,
    sdkPlugin(services, sdkLimits, parts.countReceipt),
    browserSdkPlugin(),
    importFilesPlugin(services),
    userExportsPlugin(services),
    csvExportsPlugin(services),
    eventsPlugin({
      keys: services.keys,
      addresses,
      eventPoll: new EventPoll(services.eventLog, (userId, grew) => status.watchOutbox(userId, grew)),
    }),
    mediaPlugin({ services, addresses, requests: door.requests }),
    preferencesPlugin({
      preferences: services.preferences,
      links: services.preferencesLinks,
      limits: new PreferencesLimits({
        perAddress: config.preferences.requestsPerAddress,
        ...{ clock, redis, onRefused: countRefusal },
      }),
    }),
    graphqlPlugin(graphDeps, openGraph),
    mcpPlugin({
      ...{ openGraph, services, addresses, costs, publicUrl, allowedOrigins },
      requests: door.requests,
      accessTokens: createAccessTokens(config, door.singleSignOn, clock),
    }),
    maintenancePlugin(findMaintenance),
    graphiqlPlugin,
    consolePagePlugin,
    sessionPlugin(door),
  ];
};

const createAccessTokens = (
  { oidc, mcpAudience: audience }: Config,
  singleSignOn: SingleSignOn | null,
  clock: Clock,
): AccessTokens | null =>
  oidc && singleSignOn && audience !== null
    ? new AccessTokens({ issuer: oidc.issuer, audience, findKeysUrl: () => singleSignOn.findKeysUrl(), clock })
    : null;
