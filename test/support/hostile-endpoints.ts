import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SeedDevice } from './seed-devices.js';

/** What a visitor's own endpoint does to a message. */
export type Hostility = 'dead' | 'silent' | 'refusing';

/**
 * A silent one hangs up after this time. The service itself has a minute for an answer in tests: a limit of a second
 * would also end messages to good push services while the machine is busy.
 */
const SILENT_MS = 1_000;

/** Endpoints as visitors may make them up: names that do not resolve, services that never answer or refuse everything. */
export class HostileEndpoints implements AsyncDisposable {
  /** Requests that came. */
  requests = 0;
  private readonly servers: Server[] = [];
  private readonly origins: string[] = [];

  private constructor(private readonly hostility: Hostility) {}

  /** @param origins how many push services they share. */
  static async open(hostility: Hostility, origins: number): Promise<HostileEndpoints> {
    const endpoints = new HostileEndpoints(hostility);
    if (hostility !== 'dead') for (let n = 0; n < origins; n += 1) await endpoints.listen();
    else for (let n = 0; n < origins; n += 1) endpoints.origins.push(`https://p${n}.invalid`);
    return endpoints;
  }

  make(count: number, keys: { p256dh: string; auth: string }): SeedDevice[] {
    return Array.from({ length: count }, (_, index) => ({
      token: `${this.origins[index % this.origins.length]}/${index}`,
      ...keys,
    }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.servers) server.closeAllConnections();
    await Promise.all(this.servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  private async listen(): Promise<void> {
    const server = createServer((request, response) => {
      this.requests += 1;
      if (this.hostility === 'refusing') response.writeHead(403).end();
      else setTimeout(() => request.socket.destroy(), SILENT_MS).unref();
    });
    this.servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.origins.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
}
