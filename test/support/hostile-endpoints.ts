import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SeedDevice } from './seed-devices.js';

/** How a visitor's own endpoint treats a message. */
export type Hostility = 'dead' | 'silent' | 'refusing';

/** Endpoints that visitors may invent: unresolvable names, and services that never answer or refuse everything. */
export class HostileEndpoints implements AsyncDisposable {
  /** The number of requests received. */
  requests = 0;
  private readonly servers: Server[] = [];
  private readonly origins: string[] = [];

  private constructor(
    private readonly hostility: Hostility,
    private readonly hangUpMs: number | null,
  ) {}

  /**
   * @param origins the number of push services that they share
   * @param hangUpMs the time after which a silent one closes the connection. A test that waits for the service's own
   * timeout also times out messages to good push services while the machine is busy.
   */
  static async open(hostility: Hostility, origins: number, hangUpMs: number | null = null): Promise<HostileEndpoints> {
    const endpoints = new HostileEndpoints(hostility, hangUpMs);
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
      else if (this.hangUpMs !== null) setTimeout(() => request.socket.destroy(), this.hangUpMs).unref();
    });
    this.servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.origins.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
}
