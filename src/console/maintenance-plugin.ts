import type { HttpPlugin } from '../http/http-plugin.js';
import type { Maintenance } from '../services/operations/operator-settings.js';

/** The console asks from time to time whether to show its banner. It costs no look into the database. */
export const maintenancePlugin =
  (find: () => Maintenance | null): HttpPlugin =>
  async (server) => {
    server.get('/console/maintenance', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { maintenance: find() };
    });
  };
