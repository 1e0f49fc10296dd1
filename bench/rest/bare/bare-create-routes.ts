import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Keyring } from '../../../src/crypto/keyring.js';
import { findCaller } from './bare-caller.js';
import type { BareDatabase } from './bare-database.js';

interface PushBody {
  readonly default_lang: string;
  readonly translations: readonly {
    readonly language: string;
    readonly title: string;
    readonly text: string;
    readonly image?: string;
    readonly icon?: string;
    readonly link?: string;
  }[];
}

interface AppBody {
  readonly push_provider: string;
  readonly name: string;
  readonly link?: string;
  readonly provider_b_creds: object;
}

/** Creates without any validation of the input. */
export const bareCreateRoutes = (server: FastifyInstance, database: BareDatabase, keyring: Keyring): void => {
  server.post<{ Body: PushBody }>('/api/b/v2/pushes', async (request, reply) => {
    const userId = await findCaller(database, request, reply);
    if (userId === null) return reply;
    return reply.code(201).send(await createPush(database, userId, request.body));
  });
  server.post<{ Body: AppBody }>('/api/b/v2/apps', async (request, reply) => {
    const userId = await findCaller(database, request, reply);
    if (userId === null) return reply;
    return reply.code(201).send(await createApp(database, userId, { body: request.body, keyring }));
  });
};

const createPush = (database: BareDatabase, userId: number, { default_lang, translations }: PushBody) => {
  const now = Date.now();
  return database.transaction(async (tx) => {
    const id = await tx.run(
      `INSERT INTO push (user_id, default_lang, status, archived, scheduler_id, position, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      [userId, default_lang, 1, 0, null, 0, now, now],
    );
    await tx.run(
      `INSERT INTO push_translation (push_id, language, title, text, image, icon, link)
       VALUES ${translations.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
      translations.flatMap(({ language, title, text, image = null, icon = null, link = null }) => [
        id,
        language,
        title,
        text,
        image,
        icon,
        link,
      ]),
    );
    const rows = await tx.all('SELECT id FROM push_translation WHERE push_id = ? ORDER BY id', [id]);
    return { id, translations: Object.fromEntries(translations.map(({ language }, at) => [language, rows[at]?.id])) };
  });
};

const createApp = (database: BareDatabase, userId: number, { body, keyring }: { body: AppBody; keyring: Keyring }) => {
  const now = Date.now();
  const onClash =
    database.kind === 'sqlite'
      ? 'ON CONFLICT (name) DO UPDATE SET last_id = id_sequence.last_id + excluded.last_id'
      : 'ON DUPLICATE KEY UPDATE last_id = id_sequence.last_id + VALUES(last_id)';
  return database.transaction(async (tx) => {
    await tx.run(`INSERT INTO id_sequence (name, last_id) VALUES (?, ?) ${onClash}`, ['app', 1]);
    const [row] = await tx.all('SELECT last_id FROM id_sequence WHERE name = ?', ['app']);
    const id = Number(row?.last_id);
    const credentials = keyring.seal(JSON.stringify(body.provider_b_creds), `app:${id}`);
    await tx.run(
      `INSERT INTO app (id, user_id, service_id, push_provider, name, link, archived, credentials, credentials_complete,
       credentials_version, vapid_key_public, devices_active_since, paused_until, pause_reason, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      // biome-ignore format: one line for each line of columns
      [id, userId, randomUUID(), body.push_provider, body.name, body.link ?? null, 0, credentials, 1,
        1, null, 0, null, null, now, now],
    );
    return { id };
  });
};
