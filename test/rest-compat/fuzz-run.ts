import { omitNulls } from '../../src/http/omit-nulls.js';
import { REST_PREFIX } from '../../src/rest-compat/rest-api.js';
import { REST_ROUTES } from '../../src/rest-compat/routes.js';
import { checkAnswer, contract } from '../support/check-answer.js';
import type { ApiAnswer, HttpApp } from '../support/http-app.js';
import {
  CREDS,
  createApp,
  createEvent,
  createGroup,
  createPush,
  createScheduler,
  KINDS,
  SEGMENTS,
} from '../support/rest-factory.js';
import { FuzzPool } from './fuzz-pool.js';
import type { FuzzRequest } from './fuzz-request.js';
import type { FuzzTally } from './fuzz-tally.js';

/** Sends one user's requests one after another, each with ids from earlier answers. */
export class FuzzRun {
  private readonly pool = new FuzzPool();

  private constructor(
    private readonly app: HttpApp,
    private readonly tally: FuzzTally,
    private readonly keys: Readonly<Record<FuzzRequest['key'], string>>,
  ) {}

  /** Runs with a user who has an object of every noun. */
  static async start(app: HttpApp, tally: FuzzTally): Promise<FuzzRun> {
    const { apiKey, userId } = await app.services.keys.createUser('fuzzing');
    const { apiKey: reading } = await app.services.keys.createKey(userId, ['read']);
    const run = new FuzzRun(app, tally, { own: apiKey, reading, bad: `${apiKey}x` });
    await run.fillPool(apiKey);
    return run;
  }

  private async fillPool(apiKey: string): Promise<void> {
    const api = this.app.apiWith(apiKey);
    const appIds = [
      await createApp(api),
      await createApp(api, { push_provider: 'provider_b', provider_b_creds: CREDS.provider_b }),
    ];
    for (const id of appIds) this.pool.add('app', id);
    this.pool.add('group', await createGroup(api, appIds));
    this.pool.add('group', await createGroup(api, []));
    this.pool.add('event', await createEvent(api, 'fuzzed'));
    for (const kind of KINDS) {
      const [id, bound] = [await createScheduler(api, kind), await createPush(api)];
      this.pool.add(kind, id);
      for (const push of [bound, await createPush(api)]) this.pool.add('push', push);
      await api('PUT', `/sched/${SEGMENTS[kind]}/${id}/pushes`, { push_ids: [bound] });
    }
  }

  /** @throws when the answer is undocumented, a failure, or a success for a forbidden request */
  async send(request: FuzzRequest): Promise<void> {
    const { documented, method, headers, key } = request;
    const path = `${REST_PREFIX}${this.toPath(request)}`;
    const json = request.body && 'json' in request.body ? this.pool.resolve(request.body.json) : undefined;
    const payload = request.body && ('raw' in request.body ? request.body.raw : JSON.stringify(json));
    const response = await this.app.server.inject({
      method: method as 'GET',
      url: path,
      headers: { ...headers, authorization: `Bearer ${this.keys[key]}` },
      ...(payload === undefined ? {} : { payload }),
    });
    const answer = { status: response.statusCode, headers: response.headers, body: readBody(response.body) };
    this.check(request, path, answer);
    if (json !== undefined && answer.status < 300) refuseIfForbidden(request, json, answer);
    this.tally.count(method === documented.method ? documented.name : 'another method', answer.status);
    this.pool.learn(documented, answer);
  }

  private check({ method }: FuzzRequest, path: string, answer: ApiAnswer): void {
    const sent = `${method} ${path.slice(0, 300)}`;
    if (answer.status >= 500) throw new Error(`${sent} answered ${answer.status}: ${this.lastError()}`);
    // The answer to HEAD is that to GET without a body.
    if (method !== 'HEAD') checkAnswer({ method, path: sentPath(path) }, answer);
  }

  private lastError(): string {
    return JSON.stringify(this.app.log.findLast((line) => line.err))?.slice(0, 2_000) ?? 'nothing in the log';
  }

  private toPath({ documented, path, query }: FuzzRequest): string {
    const filled = documented.path.replace(/\{(\w+)\}/g, (_all, name) => String(this.pool.resolve(path[name])));
    const parts = query.map((part) =>
      typeof part === 'string' ? part : `${part[0]}=${encodeText(String(this.pool.resolve(part[1])))}`,
    );
    return parts.length === 0 ? filled : `${filled}?${parts.join('&')}`;
  }
}

/** A client's URL parser resolves `..` in a path like this. */
const sentPath = (path: string): string => {
  const { pathname, search } = new URL(path, 'http://localhost');
  return `${pathname}${search}`;
};

/** Half a surrogate pair has no form in UTF-8. */
const encodeText = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));

const readBody = (text: string): ApiAnswer['body'] => (text === '' ? null : JSON.parse(text));

/** A null that stands for an omitted member is outside the document's scope. */
const refuseIfForbidden = ({ documented, method }: FuzzRequest, json: unknown, { status }: ApiAnswer): void => {
  const { path, operation } = documented;
  const route = REST_ROUTES.find(({ operationId }) => operationId === operation.operationId);
  if (!route?.body || method !== documented.method) return;
  const place = ['paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'];
  const fault = contract.findRequestFault(place, omitNulls(route.body, json));
  if (fault === null) return;
  throw new Error(`${documented.name} answered ${status} although ${fault}: ${JSON.stringify(json)}`);
};
