// The baseline for the service: only Fastify and the driver.
import Fastify from 'fastify';
import { Keyring } from '../../src/crypto/keyring.js';
import { serve } from '../support/serve.js';
import { bareCreateRoutes } from './bare/bare-create-routes.js';
import { bareReadRoutes } from './bare/bare-read-routes.js';
import { openBareDatabase } from './bare/open-bare-database.js';

const { DATABASE_URL = '', MASTER_KEY = '' } = process.env;
const database = openBareDatabase(DATABASE_URL);
const server = Fastify({ logger: false });
bareReadRoutes(server, database);
bareCreateRoutes(server, database, new Keyring(Buffer.from(MASTER_KEY, 'base64')));
await serve(server, () => database.statements);
