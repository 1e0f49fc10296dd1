import { expect } from '@jest/globals';
import type { GraphApp, GraphUser, Json } from './graph-app.js';

export const IMPORT_FIELDS = `id databaseId fileName format status size done imported updated rejected sample message failure rejectedUrl finishedAt
  columns { column field } app { name }`;
const PAYLOAD = `deviceImport { ${IMPORT_FIELDS} } uploadUrl userErrors { field message code }`;
const APPLE: Json = { providerC: { topic: 't', teamId: 'x', privateKeyId: 'y', privateKey: '' } };
const NEVER = new AbortController().signal;

/** Device tokens, one for each number. */
export const token = (index: number): string => index.toString(16).padStart(64, '0');

/** The steps of an import, by its user and the workers. */
export const importSteps = (app: () => GraphApp) => {
  const createApp = async (user: GraphUser, provider: Json = APPLE): Promise<string> => {
    const input = { name: 'iPhone', provider };
    const { appCreate } = await user.data(
      'mutation ($input: AppCreateInput!) { appCreate(input: $input) { app { id } userErrors { message } } }',
      { input },
    );
    return appCreate.app.id;
  };
  const create = async (
    user: GraphUser,
    appId: string,
    format = 'CSV',
    idempotencyKey: string | null = null,
  ): Promise<Json> =>
    (
      await user.data(
        `mutation ($input: DeviceImportInput!, $key: String) { deviceImportCreate(input: $input, idempotencyKey: $key) { ${PAYLOAD} } }`,
        { input: { appId, fileName: 'devices.csv', format }, key: idempotencyKey },
      )
    ).deviceImportCreate;
  const put = async (url: string, payload: string | Buffer): Promise<{ status: number; error: string }> => {
    const { statusCode, body } = await app().server.inject({ method: 'PUT', url, payload });
    return { status: statusCode, error: body === '' ? '' : JSON.parse(body).error };
  };
  const start = async (user: GraphUser, id: string, columns: Json = null): Promise<Json> =>
    (
      await user.data(
        `mutation ($id: ID!, $columns: [ImportColumnInput!]) { deviceImportStart(id: $id, columns: $columns) { ${PAYLOAD} } }`,
        { id, columns },
      )
    ).deviceImportStart;
  const cancel = async (user: GraphUser, id: string): Promise<Json> =>
    (await user.data(`mutation ($id: ID!) { deviceImportCancel(id: $id) { ${PAYLOAD} } }`, { id })).deviceImportCancel;
  const read = async (user: GraphUser, id: string): Promise<Json> =>
    (await user.data(`query ($id: ID!) { deviceImport(id: $id) { ${IMPORT_FIELDS} } }`, { id })).deviceImport;
  const work = () => app().services.importRunner.run(NEVER);
  /** The rows of its file. */
  const chunks = async ({ databaseId }: Json): Promise<number> => {
    const sql = 'SELECT COUNT(*) AS n FROM device_import_chunk WHERE import_id = ? AND part = 0';
    const [row] = await app().database.query<{ n: number }>(sql, [databaseId]);
    return Number(row?.n);
  };
  /** Runs it to its end, or as far as possible. */
  const carryOut = async (
    user: GraphUser,
    content: string | Buffer,
    { format = 'CSV', columns = null as Json, provider = APPLE as Json } = {},
  ) => {
    const { deviceImport, uploadUrl } = await create(user, await createApp(user, provider), format);
    expect(await put(uploadUrl, content)).toEqual({ status: 204, error: '' });
    const uploaded = await read(user, deviceImport.id);
    if (uploaded.status !== 'UPLOADED') return uploaded;
    const { userErrors } = await start(user, deviceImport.id, columns);
    if (userErrors.length > 0) return { ...uploaded, userErrors };
    await work();
    return read(user, deviceImport.id);
  };
  return { createApp, create, put, start, cancel, read, work, chunks, carryOut };
};
