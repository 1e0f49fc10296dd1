import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { buildInfo } from '../build-info.js';

export interface DoorAddress {
  readonly host: string;
  readonly port: number;
}

/** Rejects like `listen` if this process cannot listen, before the start changes anything. */
export const tryAddress = async (address: DoorAddress): Promise<void> => {
  await closed(await listening(createServer(), address));
};

/** Answers instead of the service while a start waits for a store: the process is up but not ready. */
export class WaitingDoor {
  static async open(address: DoorAddress, reason: string): Promise<WaitingDoor> {
    const door = new WaitingDoor(reason);
    await listening(door.server, address);
    return door;
  }

  private readonly server: Server = createServer(
    { headersTimeout: 10_000, requestTimeout: 10_000 },
    (request, response) => {
      const [path] = (request.url ?? '').split('?');
      if (path === '/healthz') return answer(response, 200, { ok: true, ...buildInfo() });
      const error = path === '/readyz' ? this.reason : `The service is starting: ${this.reason}.`;
      return answer(response, 503, { ...(path === '/readyz' && { ready: false }), error });
    },
  );

  private constructor(public reason: string) {}

  close(): Promise<void> {
    return closed(this.server);
  }
}

const answer = (response: ServerResponse, status: number, body: object): void => {
  const id = randomUUID();
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': id, connection: 'close' };
  response.writeHead(status, status === 503 ? { ...headers, 'retry-after': '1' } : headers);
  response.end(JSON.stringify(status === 503 ? { ...body, req_id: id } : body));
};

/** @throws the error of `listen`. */
export const listening = (server: Server, { host, port }: DoorAddress): Promise<Server> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => resolve(server));
  });

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
