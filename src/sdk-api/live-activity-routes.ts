import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../entities/app.js';
import type { Device } from '../entities/device.js';
import { ACTIVITY_TOKENS, type ActivityToken } from '../entities/live-activity.js';
import { badInput } from '../errors.js';
import { validateInput } from '../http/validate-input.js';
import type { LiveActivityService } from '../services/live-activities/live-activity-service.js';

export const activitySchema = Type.Object(
  {
    token: Type.String({
      pattern: '^([0-9a-fA-F]{2}){8,256}$',
      description: "Apple's token of the activity, or of its type, in hexadecimal.",
    }),
    kind: Type.Optional(
      Type.Enum([...ACTIVITY_TOKENS], {
        description:
          '`update`, if omitted: the token of an activity that is shown. `start`: a push-to-start token; `activity` is then the type of the attributes.',
      }),
    ),
  },
  { title: 'LiveActivity' },
);

interface Doors {
  readonly liveActivities: Pick<LiveActivityService, 'register' | 'remove'>;
  readonly ofDevice: RouteShorthandOptions;
  readonly appOf: (request: FastifyRequest) => App;
  readonly deviceOf: (request: FastifyRequest) => Device;
}

/** The tokens of Live Activities on iPhones. */
export const registerLiveActivityRoutes = (
  server: FastifyInstance,
  { liveActivities, ofDevice, appOf, deviceOf }: Doors,
): void => {
  const path = '/devices/:device_id/live-activities/:activity';

  server.put(path, ofDevice, async (request, reply) => {
    const { token, kind = 'update' } = validateInput(activitySchema, request.body);
    const registration = { activity: activityOf(request), token, kind: kind as ActivityToken };
    await liveActivities.register(appOf(request), deviceOf(request), registration);
    return reply.code(204).send();
  });

  server.delete(path, ofDevice, async (request, reply) => {
    await liveActivities.remove(appOf(request), deviceOf(request), activityOf(request));
    return reply.code(204).send();
  });
};

const activityOf = ({ params }: FastifyRequest): string => {
  const { activity } = params as { readonly activity: string };
  if (!ACTIVITY_NAME.test(activity)) {
    throw badInput(
      'activity',
      'The name of a Live Activity has 1 to 64 letters, digits, dots, hyphens and underscores.',
    );
  }
  return activity;
};

/** A name is part of a path, and the name of a type in Swift. */
export const ACTIVITY_NAME = /^[\w.-]{1,64}$/;
