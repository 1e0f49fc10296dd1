import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web site whose files a test defines and can change. */
export class FileSite implements AsyncDisposable {
  private readonly server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const text = this.files[path];
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    const headers = { ...this.headers, 'content-type': `${type}; charset=utf-8` };
    response.writeHead(text === undefined ? 404 : 200, headers).end(text);
  });

  /** @param headers sent with every file */
  static async open(files: Record<string, string>, headers: Readonly<Record<string, string>> = {}): Promise<FileSite> {
    const site = new FileSite(files, headers);
    await new Promise<void>((resolve) => site.server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  private constructor(
    readonly files: Record<string, string>,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  get origin(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
