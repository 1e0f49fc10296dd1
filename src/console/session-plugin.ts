import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { buildInfo } from '../build-info.js';
import { AppError } from '../errors.js';
import type { HttpPlugin } from '../http/http-plugin.js';
import { sendRefusal } from '../http/send-error.js';
import { validateInput } from '../http/validate-input.js';
import { toGlobalId } from '../schema/global-id.js';
import type { Caller } from '../services/caller.js';
import type { AddressGuard } from '../services/rate-limits/address-guard.js';
import { admit, type SessionRouteParts, visitorOf } from './admit.js';
import { OIDC_PATH } from './single-sign-on.js';
import { singleSignOnRoutes } from './single-sign-on-routes.js';

const BODY_LIMIT = { bodyLimit: 16 * 1024 };

const signInSchema = Type.Object({ email: Type.String(), password: Type.String() });
const checkSchema = Type.Object({ token: Type.String() });
const acceptSchema = Type.Object({
  token: Type.String(),
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  password: Type.String(),
});

/** Routes for signing in and out, and for invitation links (docs/console-access.md). */
export const sessionPlugin =
  (parts: SessionRouteParts): HttpPlugin =>
  async (server) => {
    await server.register(
      async (door) => {
        door.setErrorHandler((error, request, reply) => sendRefusal(request, reply, error));
        door.addHook('onRequest', async (request, reply) => {
          reply.header('cache-control', 'no-store');
          if (request.method !== 'GET' && request.method !== 'HEAD') parts.requests.check(request);
        });
        door.addHook('preClose', async () => parts.limits.stop());
        sessionRoutes(door, parts);
        invitationRoutes(door, parts);
        if (parts.singleSignOn) singleSignOnRoutes(door, parts, parts.singleSignOn);
      },
      { prefix: '/console' },
    );
  };

const sessionRoutes = (door: FastifyInstance, parts: SessionRouteParts): void => {
  const { services, requests, limits, addresses, singleSignOn } = parts;
  const oidc = singleSignOn && { name: singleSignOn.name, url: OIDC_PATH };

  door.get('/session', async (request, reply) => {
    const caller = await authenticate(parts, request);
    if (!caller && requests.tokenOf(request) !== null) requests.signOut(request, reply);
    request.caller = caller;
    const member = caller && (await describe(parts, caller));
    // The release is shown to members only.
    return { member, password: true, oidc, build: member && buildInfo() };
  });

  door.post('/session', BODY_LIMIT, async (request, reply) => {
    const { email, password } = validateInput(signInSchema, request.body);
    const { lane, succeed } = await limits.admit(request.ip, email);
    const session = await services.signIn.byPassword({ email, password, lane }, visitorOf(request));
    await succeed();
    await admit(parts, { request, reply, session });
    return reply.code(204).send();
  });

  door.delete('/session', async (request, reply) => {
    const token = requests.tokenOf(request);
    if (token !== null) {
      await orNull(addresses.watch(request.ip, token, () => services.signIn.signOut(token, request.ip)));
    }
    requests.signOut(request, reply);
    return reply.code(204).send();
  });
};

const invitationRoutes = (door: FastifyInstance, parts: SessionRouteParts): void => {
  const { services, addresses } = parts;

  door.post('/invitations/check', BODY_LIMIT, async (request) => {
    const { token } = validateInput(checkSchema, request.body);
    return guarded(addresses, request.ip, () => services.invitations.check(token));
  });

  door.post('/invitations/accept', BODY_LIMIT, async (request, reply) => {
    const { token, name = null, email = null, password } = validateInput(acceptSchema, request.body);
    const session = await guarded(addresses, request.ip, () =>
      services.invitations.accept({ token, name, email, password }, visitorOf(request)),
    );
    await admit(parts, { request, reply, session });
    return reply.code(204).send();
  });
};

/** Counts an invalid link like an invalid key. */
const guarded = async <T>(addresses: AddressGuard, ip: string, work: () => Promise<T>): Promise<T> => {
  addresses.check(ip);
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') addresses.noteFailure(ip);
    throw error;
  }
};

/** Returns null without a valid session. */
const authenticate = async (
  { services, requests, addresses }: SessionRouteParts,
  request: FastifyRequest,
): Promise<Caller | null> => {
  const token = requests.tokenOf(request);
  if (token === null) return null;
  return orNull(addresses.watch(request.ip, token, () => services.sessions.authenticateToResume(token)));
};

/** Returns null for a session that has ended. */
const orNull = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return null;
    throw error;
  }
};

const describe = async ({ services }: SessionRouteParts, { userId, member }: Caller) => {
  if (!member) return null;
  const { id, name, email, role } = member;
  return { id: toGlobalId('Member', id), name, email, role, accountName: await services.users.nameOf(userId) };
};
