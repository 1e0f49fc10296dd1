import type { FastifyInstance } from 'fastify';
import { findCaller, marks } from './bare-caller.js';
import type { BareDatabase, Row } from './bare-database.js';
import { toSchedulerItem, toSingleScheduler } from './bare-schedulers.js';

/** Handwritten lists and gets for exactly these six requests. */
export const bareReadRoutes = (server: FastifyInstance, database: BareDatabase): void => {
  server.get('/api/b/v2/apps', async (request, reply) => {
    const userId = await findCaller(database, request, reply);
    return userId === null ? reply : listApps(database, userId, toPage(request.query));
  });
  server.get('/api/b/v2/sched/conversion', async (request, reply) => {
    const userId = await findCaller(database, request, reply);
    return userId === null ? reply : listSchedulers(database, userId, toPage(request.query));
  });
  server.get<{ Params: { id: string } }>('/api/b/v2/sched/conversion/:id', async (request, reply) => {
    const userId = await findCaller(database, request, reply);
    if (userId === null) return reply;
    const scheduler = await getScheduler(database, userId, Number(request.params.id));
    return scheduler ?? reply.code(404).send({ error: 'not found' });
  });
  server.get<{ Params: { id: string } }>('/api/b/v2/pushes/:id', async (request, reply) => {
    const userId = await findCaller(database, request, reply);
    if (userId === null) return reply;
    const push = await getPush(database, userId, Number(request.params.id));
    return push ?? reply.code(404).send({ error: 'not found' });
  });
};

interface Page {
  readonly page: number;
  readonly perPage: number;
}

const toPage = (query: unknown): Page => {
  const { page = 1, per_page = 20 } = query as { page?: string; per_page?: string };
  return { page: Number(page), perPage: Number(per_page) };
};

const toPagination = ({ page, perPage }: Page, totalCount: number) => ({
  page,
  per_page: perPage,
  total_pages: Math.ceil(totalCount / perPage),
  total_count: totalCount,
});

const listApps = async (database: BareDatabase, userId: number, page: Page) => {
  const [counted] = await database.all('SELECT COUNT(*) AS n FROM app WHERE user_id = ? AND archived = ?', [userId, 0]);
  const apps = await database.all(
    `SELECT id, service_id, push_provider, name, link, credentials_complete, archived FROM app
     WHERE user_id = ? AND archived = ? ORDER BY id LIMIT ? OFFSET ?`,
    [userId, 0, page.perPage, (page.page - 1) * page.perPage],
  );
  const ids = apps.map((app) => app.id);
  const members = await database.all(
    `SELECT group_id, app_id FROM app_group_member WHERE app_id IN (${marks(ids)})`,
    ids,
  );
  const groups = await findGroups(database, userId, [...new Set(members.map((member) => member.group_id))]);
  return {
    apps: apps.map((app) => toApp(app, members, groups)),
    pagination: toPagination(page, Number(counted?.n)),
  };
};

const findGroups = async (database: BareDatabase, userId: number, ids: readonly number[]): Promise<Row[]> =>
  database.all(
    `SELECT id, name, all_apps FROM app_group WHERE user_id = ? AND (all_apps = ? OR id IN (${marks(ids)}))
     ORDER BY id`,
    [userId, 1, ...ids],
  );

const toApp = (app: Row, members: readonly Row[], groups: readonly Row[]) => ({
  id: app.id,
  service_id: app.service_id,
  push_provider: app.push_provider,
  name: app.name,
  ...(app.link === null ? {} : { link: app.link }),
  groups: groups
    .filter(
      (group) => group.all_apps || members.some((member) => member.group_id === group.id && member.app_id === app.id),
    )
    .map(({ id, name }) => ({ id, name })),
  has_provider_a_creds: app.push_provider === 'provider_a' && Boolean(app.credentials_complete),
  has_provider_b_creds: app.push_provider === 'provider_b' && Boolean(app.credentials_complete),
  has_provider_c_creds: app.push_provider === 'provider_c' && Boolean(app.credentials_complete),
  archived: Boolean(app.archived),
});

const SCHEDULER_COLUMNS = 'id, name, active, archived, all_apps, all_countries, all_languages, all_audiences, delay';

const listSchedulers = async (database: BareDatabase, userId: number, page: Page) => {
  const own = [userId, 'conversion', 0];
  const [counted] = await database.all(
    'SELECT COUNT(*) AS n FROM scheduler WHERE user_id = ? AND kind = ? AND archived = ?',
    own,
  );
  const schedulers = await database.all(
    `SELECT ${SCHEDULER_COLUMNS} FROM scheduler WHERE user_id = ? AND kind = ? AND archived = ?
     ORDER BY id LIMIT ? OFFSET ?`,
    [...own, page.perPage, (page.page - 1) * page.perPage],
  );
  const filters = await findFilters(
    database,
    schedulers.map((scheduler) => scheduler.id),
  );
  return {
    schedulers: schedulers.map((scheduler) => toSchedulerItem(scheduler, filters)),
    pagination: toPagination(page, Number(counted?.n)),
  };
};

const getScheduler = async (database: BareDatabase, userId: number, id: number) => {
  const sql = `SELECT ${SCHEDULER_COLUMNS} FROM scheduler WHERE id = ? AND user_id = ? AND kind = ?`;
  const [scheduler] = await database.all(sql, [id, userId, 'conversion']);
  return scheduler ? toSingleScheduler(scheduler, await findFilters(database, [id])) : null;
};

const findFilters = async (database: BareDatabase, ids: readonly number[]): Promise<Row[]> =>
  database.all(
    `SELECT scheduler_id, field, value FROM scheduler_filter WHERE scheduler_id IN (${marks(ids)}) ORDER BY position`,
    ids,
  );

const SEGMENTS: Readonly<Record<string, string>> = {
  conversion: 'conversion',
  onesend: 'onesend',
  smartweekly: 'list',
};

const getPush = async (database: BareDatabase, userId: number, id: number) => {
  const [push] = await database.all(
    `SELECT p.id, p.default_lang, p.status, p.archived, p.scheduler_id, s.kind FROM push p
     LEFT JOIN scheduler s ON s.id = p.scheduler_id WHERE p.id = ? AND p.user_id = ?`,
    [id, userId],
  );
  if (!push) return null;
  const sql = 'SELECT language, title, text, image, icon, link FROM push_translation WHERE push_id = ? ORDER BY id';
  return {
    id: push.id,
    default_lang: push.default_lang,
    status: push.status,
    archived: Boolean(push.archived),
    sched_id: push.scheduler_id,
    sched_type: push.kind === null ? null : SEGMENTS[push.kind],
    translations: await database.all(sql, [id]),
  };
};
