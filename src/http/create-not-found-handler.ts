import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../errors.js';

interface KnownRoute {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

/** 404, or 405 with `allow` where the path exists for other methods. Call it before any route is added. */
export const createNotFoundHandler = (server: FastifyInstance) => {
  const routes: KnownRoute[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    // A wildcard is a fallback of some plugin, not a place that a client would name.
    if (!url.includes('*')) routes.push({ pattern: toPattern(url), methods: [method].flat() });
  });
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<never> => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods);
    if (methods.length === 0) throw notFound('route');
    const allow = [...new Set(methods)].sort().join(', ');
    throw new AppError('METHOD_NOT_ALLOWED', `This route does not take ${request.method}; it takes ${allow}.`, {
      allow,
    });
  };
};

const toPattern = (url: string): RegExp => {
  const segments = url
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replace(/[^\w-]/g, String.raw`\$&`)));
  return new RegExp(`^${segments.join('/')}$`);
};
