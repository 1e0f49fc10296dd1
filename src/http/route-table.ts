import type { FastifyInstance } from 'fastify';
import { AppError, notFound } from '../errors.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that is there to refuse its methods in a shape of its own, and not a place for them. */
    isRefusal?: boolean;
  }
}

interface KnownRoute {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

/** Every path with its methods, for what finds no route. */
export class RouteTable {
  private readonly routes: KnownRoute[] = [];

  /** Call it before any route is added. */
  watch(server: FastifyInstance): void {
    server.addHook('onRoute', ({ url, method, config }) => {
      // A wildcard is a fallback of some plugin, not a place that a client would name.
      if (url.includes('*') || config?.isRefusal) return;
      this.routes.push({ pattern: toPattern(url), methods: [method].flat() });
    });
  }

  /** Whether a path is there, by whatever method. */
  has(path: string): boolean {
    return this.routes.some(({ pattern }) => pattern.test(path));
  }

  /** 404, or 405 with `allow` where the path exists for other methods. */
  refusal(method: string, url: string): AppError {
    const path = url.split('?', 1)[0] ?? '';
    const methods = this.routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods);
    if (methods.length === 0) return notFound('route');
    const allow = [...new Set(methods)].sort().join(', ');
    return new AppError('METHOD_NOT_ALLOWED', `This route does not take ${method}; it takes ${allow}.`, { allow });
  }
}

const toPattern = (url: string): RegExp => {
  const segments = url
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replace(/[^\w-]/g, String.raw`\$&`)));
  return new RegExp(`^${segments.join('/')}$`);
};
