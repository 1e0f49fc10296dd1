export interface ServiceAnswer {
  readonly status: number;
  /** Parsed JSON, or null if there is no body. Any shape; the test declares it. */
  readonly body: ReturnType<typeof JSON.parse>;
}

/** The connection failed or broke, so it is unknown whether the request took effect. */
export class ServiceGone extends Error {
  constructor(cause: unknown) {
    super('The service does not answer.', { cause });
    this.name = 'ServiceGone';
  }
}

/** A client of a service, with its address and a user's key. */
export class ServiceClient {
  constructor(
    /** `http://127.0.0.1:PORT` */
    readonly address: string,
    private readonly key: string,
  ) {}

  /** Calls REST, under `/api/b/v2`. */
  api(method: string, path: string, body?: unknown): Promise<ServiceAnswer> {
    return this.request(method, `/api/b/v2${path}`, { body, bearer: this.key });
  }

  /** Calls the device API, under `/sdk/v1`. */
  sdk(method: string, path: string, { body, secret }: { body?: unknown; secret?: string }): Promise<ServiceAnswer> {
    return this.request(method, `/sdk/v1${path}`, { body, bearer: secret });
  }

  /** Returns the `data` of a query or mutation. @throws for errors in the answer */
  async graphql<Data>(query: string, variables: object = {}): Promise<Data> {
    const { body } = await this.request('POST', '/graphql', { body: { query, variables }, bearer: this.key });
    if (body?.data && !body.errors) return body.data as Data;
    throw new Error(`GraphQL answered ${JSON.stringify(body)}`);
  }

  /** Sends bytes as the body. */
  async upload(path: string, bytes: Buffer): Promise<ServiceAnswer> {
    const headers = { authorization: `Bearer ${this.key}` };
    const response = await fetch(this.address + path, { method: 'POST', headers, body: new Uint8Array(bytes) });
    return { status: response.status, body: await response.json() };
  }

  async request(
    method: string,
    path: string,
    { body, bearer }: { body?: unknown; bearer?: string | undefined } = {},
  ): Promise<ServiceAnswer> {
    const response = await fetch(this.address + path, {
      method,
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause) => {
      throw new ServiceGone(cause);
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : null };
  }
}
