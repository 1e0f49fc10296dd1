import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sha256 } from '../crypto/secrets.js';
import type { App } from '../entities/app.js';
import type { Device } from '../entities/device.js';
import type { ReceiptKind } from '../entities/receipt.js';
import { AppError, notFound } from '../errors.js';
import type { HttpPlugin } from '../http/http-plugin.js';
import { sendError } from '../http/send-error.js';
import { validateInput } from '../http/validate-input.js';
import { TOO_MANY_TAGS } from '../services/devices/device-marks.js';
import { checkReport } from '../services/events/event-report.js';
import type { SdkKind, SdkLimits } from '../services/rate-limits/sdk-limits.js';
import type { Services } from '../services/services.js';
import { registerLiveActivityRoutes } from './live-activity-routes.js';
import { registerPreferenceRoutes } from './preference-routes.js';
import { deviceSchema, eventsSchema, receiptSchema } from './sdk-schemas.js';
import { toDeviceInput, toEventInputs } from './to-input.js';

export type SdkServices = Pick<
  Services,
  | 'apps'
  | 'categories'
  | 'devices'
  | 'deviceEvents'
  | 'liveActivities'
  | 'preferences'
  | 'preferencesLinks'
  | 'receipts'
>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The application in the path of `/sdk/v1`, looked up before the body is read. */
    sdkApp: App | null;
    sdkDevice: Device | null;
  }
}

interface AppParams {
  readonly service_id: string;
}
interface DeviceParams extends AppParams {
  readonly device_id: string;
}

interface SdkParts {
  readonly services: SdkServices;
  readonly limits: SdkLimits;
  readonly countReceipt: CountReceipt;
}

/** Called with each new receipt. */
export type CountReceipt = (kind: ReceiptKind) => void;

const BODY_LIMIT = { bodyLimit: 64 * 1024 };

/**
 * `/sdk/v1` for applications on devices (docs/rules.md#devices). Open to every origin; ignores cookies and API keys.
 */
export const sdkPlugin =
  (services: SdkServices, limits: SdkLimits, countReceipt: CountReceipt = () => {}): HttpPlugin =>
  async (server) => {
    await server.register(
      async (scope) => {
        // Its own preflight route is a wildcard, which cannot follow a parameter at the end of the prefix.
        await scope.register(cors, {
          origin: '*',
          methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
          exposedHeaders: ['retry-after', 'x-request-id', 'date'],
          maxAge: 86_400,
        });
        await scope.register(deviceApi({ services, limits, countReceipt }), { prefix: '/:service_id' });
      },
      { prefix: '/sdk/v1' },
    );
  };

const deviceApi =
  (parts: SdkParts): HttpPlugin =>
  async (server) => {
    server.decorateRequest('sdkApp', null);
    server.decorateRequest('sdkDevice', null);
    server.setErrorHandler((error, request, reply) => {
      if (error instanceof AppError) noteRefusal(parts.limits, request.ip, error);
      return sendError(request, reply, isTooLarge(error) ? tooLarge() : error);
    });
    registerDeviceRoutes(server, parts);
    registerEventRoutes(server, parts);
    const ofDevice = { ...BODY_LIMIT, onRequest: [admit(parts, 'registrations'), authenticate(parts)] };
    const options = { ofDevice, ofApp: { onRequest: admit(parts, null) } };
    registerPreferenceRoutes(server, { services: parts.services, options, appOf, deviceOf });
    const { liveActivities } = parts.services;
    registerLiveActivityRoutes(server, { liveActivities, ofDevice, appOf, deviceOf });
  };

const registerDeviceRoutes = (server: FastifyInstance, parts: SdkParts): void => {
  const { devices } = parts.services;
  const ofApp = { ...BODY_LIMIT, onRequest: admit(parts, 'registrations') };
  const ofDevice = { ...BODY_LIMIT, onRequest: [admit(parts, 'registrations'), authenticate(parts)] };

  server.post<{ Params: AppParams }>('/devices', ofApp, async (request, reply) => {
    const input = { ...toDeviceInput(validateInput(deviceSchema, request.body)), clientAddress: request.ip };
    const { device, secret } = await devices.register(appOf(request), input, readSecret(request));
    const body = { device_id: String(device.id), ...(secret === null ? {} : { device_secret: secret }) };
    return reply.code(secret === null ? 200 : 201).send(body);
  });

  server.patch<{ Params: DeviceParams }>('/devices/:device_id', ofDevice, async (request, reply) => {
    const input = toDeviceInput(validateInput(deviceSchema, request.body));
    await devices.update(appOf(request), deviceOf(request), input);
    return reply.code(204).send();
  });

  server.delete<{ Params: DeviceParams }>('/devices/:device_id', ofDevice, async (request, reply) => {
    await devices.unregister(deviceOf(request));
    return reply.code(204).send();
  });
};

const registerEventRoutes = (server: FastifyInstance, parts: SdkParts): void => {
  const { deviceEvents, receipts } = parts.services;
  const admitting = (kind: SdkKind | null) => ({ ...BODY_LIMIT, onRequest: admit(parts, kind) });

  server.post<{ Params: DeviceParams }>('/devices/:device_id/events', admitting('events'), async (request, reply) => {
    const who = { deviceId: readDeviceId(request), secret: readSecret(request) };
    const inputs = await readEvents(parts, request);
    await admitEvents(parts, request, inputs.length);
    return reply.code(202).send(await deviceEvents.report(appOf(request), who, inputs));
  });

  server.post<{ Params: AppParams }>('/receipts', admitting('receipts'), async (request, reply) => {
    const { receipt, kind: given, button = null } = validateInput(receiptSchema, request.body);
    const kind = given as ReceiptKind;
    if (await receipts.record(appOf(request), { receipt, kind, button })) parts.countReceipt(kind);
    return reply.code(204).send();
  });

  server.get<{ Params: AppParams }>('/vapidkey', admitting(null), async (request) => {
    const app = appOf(request);
    if (!app.vapidKeyPublic) throw notFound('VAPID key: this is not a webpush application');
    return { vapid_key_public: app.vapidKeyPublic };
  });
};

/** An onRequest hook: refuses callers over a limit, and unknown applications, before a body is read. */
const admit =
  ({ services, limits }: SdkParts, kind: SdkKind | null) =>
  async (request: FastifyRequest): Promise<void> => {
    const { ip } = request;
    limits.admitStranger(ip);
    if (kind) await limits.admitAddress(kind, ip);
    const app = await findApp(services, request as FastifyRequest<{ Params: AppParams }>);
    if (!app) {
      limits.noteBadSecret(ip);
      throw notFound('application');
    }
    request.sdkApp = app;
    if (kind) await limits.admitApp(kind, app.id);
  };

/** Also refuses callers who cannot act for the device. */
const authenticate =
  ({ services }: SdkParts) =>
  async (request: FastifyRequest): Promise<void> => {
    const id = readDeviceId(request as FastifyRequest<{ Params: DeviceParams }>);
    request.sdkDevice = await services.devices.authenticate(appOf(request), id, readSecret(request));
  };

/** The request itself has been counted as one. */
const admitEvents = async (
  { limits }: SdkParts,
  request: FastifyRequest<{ Params: DeviceParams }>,
  count: number,
): Promise<void> => {
  const secret = readSecret(request);
  if (secret !== null) await limits.admitDevice(readDeviceId(request), sha256(secret), count);
  if (count === 1) return;
  await limits.admitAddress('events', request.ip, count - 1);
  await limits.admitApp('events', appOf(request).id, count - 1);
};

/** Skips the lookup for impossible service ids: MySQL does not compare letters beyond ASCII with the id column. */
const findApp = async (services: SdkServices, request: FastifyRequest<{ Params: AppParams }>): Promise<App | null> => {
  const { service_id: serviceId } = request.params;
  return /^[\w-]{1,36}$/.test(serviceId) ? services.apps.findByServiceId(serviceId) : null;
};

const appOf = ({ sdkApp }: FastifyRequest): App => {
  if (sdkApp) return sdkApp;
  throw notFound('application');
};

const deviceOf = ({ sdkDevice }: FastifyRequest): Device => {
  if (sdkDevice) return sdkDevice;
  throw notFound('device');
};

const readDeviceId = ({ params }: FastifyRequest<{ Params: DeviceParams }>): number => {
  if (!/^[1-9]\d{0,14}$/.test(params.device_id)) throw notFound('device');
  return Number(params.device_id);
};

/** Authenticates before validating, so that a stranger learns nothing about the body. */
const readEvents = async (parts: SdkParts, request: FastifyRequest<{ Params: DeviceParams }>) => {
  try {
    const inputs = toEventInputs(validateInput(eventsSchema, request.body));
    checkReport(inputs);
    return inputs;
  } catch (error) {
    await authenticate(parts)(request as FastifyRequest);
    throw error;
  }
};

const readSecret = (request: FastifyRequest): string | null =>
  /^Bearer +([\x21-\x7e]{1,255}) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

const noteRefusal = (limits: SdkLimits, address: string, { code, details }: AppError): void => {
  if (code === 'UNAUTHENTICATED') limits.noteBadSecret(address);
  if (details.violations?.some((violation) => violation.code === TOO_MANY_TAGS)) limits.noteTooManyTags();
};

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';

const tooLarge = (): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', 'The request body is larger than 64 KiB; send it in parts.');
