import type { HttpPlugin } from '../http/http-plugin.js';
import type { Maintenance } from '../services/operations/operator-settings.js';

/** Tells the console whether to show its maintenance banner. Does not read the database. */
export const maintenancePlugin =
  (find: () => Maintenance | null): HttpPlugin =>
  async (server) => {
    server.get('/console/maintenance', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { maintenance: find() };
    });
  };
