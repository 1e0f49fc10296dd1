import type { FastifyInstance } from 'fastify';
import { AppError, notFound } from '../errors.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a route that only refuses methods in its own shape, and is not a place for them. */
    isRefusal?: boolean;
  }
}

interface KnownRoute {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

/** Collects every path with its methods, for requests that match no route. */
export class RouteTable {
  private readonly routes: KnownRoute[] = [];

  /** Must be called before any route is added. */
  watch(server: FastifyInstance): void {
    server.addHook('onRoute', ({ url, method, config }) => {
      // A wildcard is a plugin's fallback, not a path that a client would name.
      if (url.includes('*') || config?.isRefusal) return;
      this.routes.push({ pattern: toPattern(url), methods: [method].flat() });
    });
  }

  /** Whether a path exists, with any method. */
  has(path: string): boolean {
    return this.routes.some(({ pattern }) => pattern.test(path));
  }

  /** Returns 404, or 405 with `allow` if the path exists for other methods. */
  refusal(method: string, url: string): AppError {
    const path = url.split('?', 1)[0] ?? '';
    const methods = this.routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods);
    if (methods.length === 0) return notFound('route');
    const allow = [...new Set(methods)].sort().join(', ');
    return new AppError('METHOD_NOT_ALLOWED', `This route does not support ${method}; use ${allow}.`, { allow });
  }
}

const toPattern = (url: string): RegExp => {
  const segments = url
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replace(/[^\w-]/g, String.raw`\$&`)));
  return new RegExp(`^${segments.join('/')}$`);
};
