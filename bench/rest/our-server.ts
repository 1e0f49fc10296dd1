// The real service in its own process: every plugin, its usual log, no jobs.
import { createApp } from '../../src/app.js';
import { createLogger } from '../../src/logger.js';
import { readConfig } from '../../src/read-config.js';
import { serve } from '../support/serve.js';

const config = readConfig(process.env);
const app = await createApp(config, createLogger(config));
await serve(app.server, () => app.database.statements.count);
