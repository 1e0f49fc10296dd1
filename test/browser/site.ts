import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Site extends AsyncDisposable {
  /** `http://localhost:PORT`: another origin than the service's. */
  readonly origin: string;
}

/** A web site that uses the browser SDK as docs and comments tell it to: a page, and a worker of one line. */
export const serveSite = async ({ sdk, serviceId }: { sdk: string; serviceId: string }): Promise<Site> => {
  const files: Readonly<Record<string, readonly [string, string]>> = {
    '/': ['text/html', '<!doctype html><title>A site</title><script type="module" src="/page.js"></script>'],
    '/page.js': ['text/javascript', pageScript(sdk, serviceId)],
    '/sw.js': ['text/javascript', `importScripts('${sdk}/sdk/sw.js');`],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[new URL(request.url ?? '/', 'http://localhost').pathname] ?? ['text/plain', ''];
    response.writeHead(type === 'text/plain' ? 404 : 200, { 'content-type': type }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const pageScript = (sdk: string, serviceId: string): string => `
import { Pushgraph } from '${sdk}/sdk/web.js';
globalThis.Pushgraph = Pushgraph;
globalThis.push = new Pushgraph({ serviceId: '${serviceId}' });
document.title = 'ready';
`;
