import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PREFERENCES_PATH } from '../crypto/preferences-token.js';
import { AppError } from '../errors.js';
import type { HttpPlugin } from '../http/http-plugin.js';
import { logInternal } from '../http/send-error.js';
import { toAppError } from '../http/to-app-error.js';
import { ALL_MARKETING } from '../ports/preferences.js';
import type { ChoiceInput, PreferenceService } from '../services/preferences/preference-service.js';
import type {
  LinkProblem,
  LinkTarget,
  PreferencesLinkService,
} from '../services/preferences/preferences-link-service.js';
import type { PreferenceItem } from '../services/preferences/settle-choices.js';
import type { PreferencesLimits } from '../services/rate-limits/preferences-limits.js';
import { type Brand, headersOf, toDocument } from './frame.js';
import type { Html } from './html.js';
import { type Note, toList, toProblem, toStop } from './views.js';
import { type Reader, readerOf, type Words } from './words.js';

export interface PreferencesPageParts {
  readonly preferences: Pick<PreferenceService, 'read' | 'write'>;
  readonly links: Pick<PreferencesLinkService, 'readClaims' | 'open'>;
  readonly limits: PreferencesLimits;
}

interface Asked {
  readonly Params: { readonly token: string };
  readonly Querystring: { readonly done?: unknown; readonly category?: unknown };
}
type AskedRequest = FastifyRequest<Asked>;

/** A request with a link that works. */
interface Visit extends LinkTarget {
  readonly request: AskedRequest;
  readonly reply: FastifyReply;
  readonly reader: Reader;
  /** The address of the page, without a query. */
  readonly path: string;
}

const BODY_LIMIT_BYTES = 8 * 1024;

/**
 * The hosted page of a person's preferences (docs/preferences-page.md). The address is the permission, so there are no
 * cookies, and only a POST changes anything. A wrong address costs one signature and no query.
 */
export const preferencesPlugin =
  (parts: PreferencesPageParts): HttpPlugin =>
  async (server) => {
    const routes = new PreferencesRoutes(parts);
    takeAnyText(server);
    server.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));
    const options = {
      bodyLimit: BODY_LIMIT_BYTES,
      onRequest: ({ ip }: { ip: string }) => parts.limits.admitAddress(ip),
    };
    const path = `${PREFERENCES_PATH}/:token`;
    server.get<Asked>(
      path,
      options,
      routes.answer((visit) => routes.show(visit)),
    );
    server.post<Asked>(
      path,
      options,
      routes.answer((visit) => routes.save(visit)),
    );
    server.get<Asked>(
      `${path}/unsubscribe`,
      options,
      routes.answer((visit) => routes.stop(visit)),
    );
    server.post<Asked>(
      `${path}/unsubscribe`,
      options,
      routes.answer((visit) => routes.stop(visit)),
    );
  };

class PreferencesRoutes {
  constructor(private readonly parts: PreferencesPageParts) {}

  /** Opens the link first. */
  answer(handle: (visit: Visit) => Promise<FastifyReply>) {
    return async (request: AskedRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { links, limits } = this.parts;
      const claims = links.readClaims(request.params.token);
      if (!claims) return sendProblem(request, reply, 'UNKNOWN');
      await limits.admitLink(claims);
      const opened = await links.open(claims);
      if (typeof opened === 'string') return sendProblem(request, reply, opened);
      const reader = readerOf(opened.device.language, request.headers['accept-language']);
      return handle({ ...opened, request, reply, reader, path: `${PREFERENCES_PATH}/${request.params.token}` });
    };
  }

  async show(visit: Visit, note: Note = noteOf(visit.request.query.done)): Promise<FastifyReply> {
    const { app, reader, path } = visit;
    const { words } = reader;
    const title = note === null ? words.title : words[note];
    const preferences = await this.read(visit);
    return send(visit, { title, body: toList({ words, appName: app.name, path, preferences, note }) });
  }

  /** The redirect keeps a reload from saving again. */
  async save(visit: Visit): Promise<FastifyReply> {
    const { app, subject, request, reply, path } = visit;
    const choices = readChoices(request.body);
    if (choices === null) return sendProblem(request, reply, 'MALFORMED');
    try {
      await this.parts.preferences.write(app.userId, subject, choices, 'PAGE');
    } catch (error) {
      if (!isRefusedChoice(error)) throw error;
      reply.code(409);
      return this.show(visit, 'changed');
    }
    return reply.headers(headersOf(null)).redirect(`${path}?done=saved`, 303);
  }

  /**
   * Asks for confirmation, unless the body is a one-click request; answers that without a redirect, as RFC 8058
   * requires.
   */
  async stop(visit: Visit): Promise<FastifyReply> {
    const { app, subject, request, reply, reader, path } = visit;
    const { words } = reader;
    const { category } = request.query;
    const isPost = request.method === 'POST';
    if (isPost && !isOneClick(request.body)) return sendProblem(request, reply, 'MALFORMED');
    const found = await this.find(visit, category);
    if (!found) return this.refuseStop(visit, 404, { title: words.noCategory, hint: words.noCategoryHint });
    const { categoryId, name: what, kind } = found;
    if (kind === 'TRANSACTIONAL')
      return this.refuseStop(visit, 400, { title: words.cannotStop(what), hint: words.requiredHint });
    if (isPost) await this.parts.preferences.write(app.userId, subject, [{ categoryId, choice: 'OFF' }], 'PAGE');
    const query = category === undefined ? '' : `?${new URLSearchParams({ category: String(category) })}`;
    const view = { words, appName: app.name, path, action: `${path}/unsubscribe${query}`, what, isDone: isPost };
    return send(visit, { title: isPost ? words.stopped(what) : words.askStop(what), body: toStop(view) });
  }

  private read({ app, subject, reader }: Visit) {
    return this.parts.preferences.read(app.userId, subject, reader.wanted ?? reader.language);
  }

  /** Finds a category by its key; without a key, all marketing. */
  private async find(visit: Visit, key: unknown): Promise<Stoppable | undefined> {
    if (key === undefined)
      return { categoryId: ALL_MARKETING, name: visit.reader.words.allMarketing, kind: 'MARKETING' };
    return (await this.read(visit)).items.find((item) => item.key === key);
  }

  private refuseStop(visit: Visit, status: number, { title, hint }: { title: string; hint: string }): FastifyReply {
    const { path, reader } = visit;
    visit.reply.code(status);
    return send(visit, { title, body: toProblem({ words: reader.words, title, hint, path }) });
  }
}

const noteOf = (done: unknown): Note => (done === 'saved' ? done : null);

type Stoppable = Pick<PreferenceItem, 'categoryId' | 'name' | 'kind'>;

/** A category was deleted, or is not listed any more. */
const isRefusedChoice = (error: unknown): boolean => error instanceof AppError && error.code === 'BAD_USER_INPUT';

const send = ({ app, reply, reader }: Visit, { title, body }: { title: string; body: Html }): FastifyReply => {
  const brand: Brand = { name: app.name, icon: app.icon };
  return reply
    .headers(headersOf(brand))
    .type('text/html; charset=utf-8')
    .send(toDocument({ reader, title, brand, body }));
};

type Problem = LinkProblem | 'UNKNOWN' | 'MALFORMED' | 'TOO_MANY' | 'UNAVAILABLE';

type Sentence = { [Key in keyof Words]: Words[Key] extends string ? Key : never }[keyof Words];

const PROBLEMS: Readonly<Record<Problem, { status: number; title: Sentence; hint: Sentence }>> = {
  UNKNOWN: { status: 404, title: 'unknown', hint: 'unknownHint' },
  EXPIRED: { status: 410, title: 'expired', hint: 'expiredHint' },
  GONE: { status: 410, title: 'gone', hint: 'goneHint' },
  MALFORMED: { status: 400, title: 'malformed', hint: 'malformedHint' },
  TOO_MANY: { status: 429, title: 'tooMany', hint: 'tooManyHint' },
  UNAVAILABLE: { status: 503, title: 'unavailable', hint: 'unavailableHint' },
};

/** In the language of the browser alone, and without the name of the application. */
const sendProblem = (request: FastifyRequest, reply: FastifyReply, problem: Problem, status?: number): FastifyReply => {
  const reader = readerOf(null, request.headers['accept-language']);
  const known = PROBLEMS[problem];
  const [title, hint] = [reader.words[known.title], reader.words[known.hint]];
  const body = toProblem({ words: reader.words, title, hint, path: null });
  return reply
    .code(status ?? known.status)
    .headers(headersOf(null))
    .type('text/html; charset=utf-8')
    .send(toDocument({ reader, title, brand: null, body }));
};

const sendFailure = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
  const { code, status, details } = toAppError(error, request);
  if (code === 'INTERNAL') logInternal(request, error);
  const { retryAfterSeconds } = details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(retryAfterSeconds)));
  if (code === 'RATE_LIMITED') return sendProblem(request, reply, 'TOO_MANY');
  return sendProblem(request, reply, status >= 500 ? 'UNAVAILABLE' : 'MALFORMED', status);
};

/** Mail providers send their requests in two encodings, so the handlers read the text. */
const takeAnyText = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
};

/** Returns what the person has changed, or null for a body that the page's form does not send. */
const readChoices = (body: unknown): ChoiceInput[] | null => {
  const form = new URLSearchParams(typeof body === 'string' ? body : '');
  const seen = form.getAll('was').map((entry) => /^(0|[1-9]\d{0,14})\.(on|off)$/.exec(entry));
  const on = new Set(form.getAll('on'));
  const changes: ChoiceInput[] = [];
  for (const entry of seen) {
    if (entry === null) return null;
    const [, id = '', was] = entry;
    if (on.has(id) !== (was === 'on')) changes.push({ categoryId: Number(id), choice: on.has(id) ? 'ON' : 'OFF' });
  }
  return seen.length === 0 ? null : changes;
};

/** RFC 8058 allows both encodings of a form. */
const isOneClick = (body: unknown): boolean =>
  typeof body === 'string' && /List-Unsubscribe(?:=|"\r?\n\r?\n)One-Click/.test(body);
