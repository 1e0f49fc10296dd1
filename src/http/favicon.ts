import type { HttpPlugin } from './http-plugin.js';

export const FAVICON_PATH = '/favicon.svg';
export const FAVICON_TYPE = 'image/svg+xml';

/** The bell of the console's logo. */
export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#4f46e5"/><path d="M9.500 19.500c1.200-1.300 1.800-2.700 1.800-6a4.700 4.700 0 0 1 9.400 0c0 3.300.6 4.700 1.800 6Zm4.600 3.200a2 2 0 0 0 3.800 0" fill="none" stroke="#fff" stroke-width="2.200" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

const DAY_SECONDS = 86_400;

/** The icon that every page links to. */
export const faviconRoute: HttpPlugin = async (server) => {
  server.get(FAVICON_PATH, (_request, reply) =>
    reply.type(FAVICON_TYPE).header('cache-control', `public, max-age=${DAY_SECONDS}`).send(FAVICON),
  );
};
