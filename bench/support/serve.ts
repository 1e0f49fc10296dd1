import type { FastifyInstance } from 'fastify';

/** Totals since the process began. */
export interface Usage {
  readonly cpuMs: number;
  /** SQL statements, including those that begin and end transactions. */
  readonly statements: number;
}

export type FromServer =
  | { readonly type: 'listening'; readonly address: string }
  | { readonly type: 'usage'; readonly usage: Usage };

/** The server's side of `ServerProcess`: listens, reports its usage, and ends with its parent. */
export const serve = async (server: FastifyInstance, countStatements: () => number): Promise<void> => {
  process.on('disconnect', () => process.exit(0));
  process.on('message', () => send({ type: 'usage', usage: readUsage(countStatements()) }));
  send({ type: 'listening', address: await server.listen({ host: '127.0.0.1', port: 0 }) });
};

const send = (message: FromServer): void => void process.send?.(message);

const readUsage = (statements: number): Usage => {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000, statements };
};
