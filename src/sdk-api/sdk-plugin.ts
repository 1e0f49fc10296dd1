import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../errors.js';
import type { HttpPlugin } from '../http/http-plugin.js';
import { validateInput } from '../http/validate-input.js';
import { checkReport } from '../services/events/event-report.js';
import type { Services } from '../services/services.js';
import { deviceSchema, eventsSchema, receiptSchema } from './sdk-schemas.js';
import { toDeviceInput, toEventInputs } from './to-input.js';

export type SdkServices = Pick<Services, 'apps' | 'devices' | 'deviceEvents' | 'receipts'>;

interface AppParams {
  readonly service_id: string;
}
interface DeviceParams extends AppParams {
  readonly device_id: string;
}

/** `/sdk/v1` for applications on devices (contract.md, Devices and events). Open to every origin: no cookie, no API key. */
export const sdkPlugin =
  (services: SdkServices): HttpPlugin =>
  async (server) => {
    await server.register(
      async (scope) => {
        // Answers preflights under a wildcard, which does not go with a parameter at the end of the prefix.
        await scope.register(cors, { origin: '*', methods: ['GET', 'POST', 'PATCH', 'DELETE'], maxAge: 86_400 });
        await scope.register(deviceApi(services), { prefix: '/:service_id' });
      },
      { prefix: '/sdk/v1' },
    );
  };

const deviceApi =
  (services: SdkServices): HttpPlugin =>
  async (server) => {
    registerDeviceRoutes(server, services);
    registerEventRoutes(server, services);
  };

const registerDeviceRoutes = (server: FastifyInstance, services: SdkServices): void => {
  server.post<{ Params: AppParams }>('/devices', async (request, reply) => {
    const app = await findApp(services, request);
    const input = toDeviceInput(validateInput(deviceSchema, request.body));
    const { device, secret } = await services.devices.register(app, input, readSecret(request));
    const body = { device_id: String(device.id), ...(secret === null ? {} : { device_secret: secret }) };
    return reply.code(secret === null ? 200 : 201).send(body);
  });

  server.patch<{ Params: DeviceParams }>('/devices/:device_id', async (request, reply) => {
    const { app, device } = await findDevice(services, request);
    await services.devices.update(app, device, toDeviceInput(validateInput(deviceSchema, request.body)));
    return reply.code(204).send();
  });

  server.delete<{ Params: DeviceParams }>('/devices/:device_id', async (request, reply) => {
    const { device } = await findDevice(services, request);
    await services.devices.unregister(device);
    return reply.code(204).send();
  });
};

const registerEventRoutes = (server: FastifyInstance, services: SdkServices): void => {
  server.post<{ Params: DeviceParams }>('/devices/:device_id/events', async (request, reply) => {
    const app = await findApp(services, request);
    const who = { deviceId: readDeviceId(request), secret: readSecret(request) };
    return reply.code(202).send(await services.deviceEvents.report(app, who, await readEvents(services, request)));
  });

  server.post<{ Params: AppParams }>('/receipts', async (request, reply) => {
    const app = await findApp(services, request);
    const { receipt, kind } = validateInput(receiptSchema, request.body);
    await services.receipts.record(app, receipt, kind as 'delivered' | 'clicked');
    return reply.code(204).send();
  });

  server.get<{ Params: AppParams }>('/vapidkey', async (request) => {
    const app = await findApp(services, request);
    if (!app.vapidKeyPublic) throw notFound('VAPID key: this is no webpush application');
    return { vapid_key_public: app.vapidKeyPublic };
  });
};

/** What cannot be a service id is not looked up: MySQL does not compare letters beyond ASCII with the column of ids. */
const findApp = async (services: SdkServices, request: FastifyRequest<{ Params: AppParams }>) => {
  const { service_id: serviceId } = request.params;
  if (!/^[\w-]{1,36}$/.test(serviceId)) throw notFound('application');
  return services.apps.getByServiceId(serviceId);
};

const findDevice = async (services: SdkServices, request: FastifyRequest<{ Params: DeviceParams }>) => {
  const app = await findApp(services, request);
  return { app, device: await services.devices.authenticate(app, readDeviceId(request), readSecret(request)) };
};

const readDeviceId = ({ params }: FastifyRequest<{ Params: DeviceParams }>): number => {
  if (!/^[1-9]\d{0,14}$/.test(params.device_id)) throw notFound('device');
  return Number(params.device_id);
};

/** Who may not speak for the device is told that first, and nothing of what is wrong with the body. */
const readEvents = async (services: SdkServices, request: FastifyRequest<{ Params: DeviceParams }>) => {
  try {
    const inputs = toEventInputs(validateInput(eventsSchema, request.body));
    checkReport(inputs);
    return inputs;
  } catch (error) {
    await findDevice(services, request);
    throw error;
  }
};

const readSecret = (request: FastifyRequest): string | null =>
  /^Bearer +([\x21-\x7e]{1,255}) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
