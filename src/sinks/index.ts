import { clickhouse } from './clickhouse.js';
import type { SinkDefinition } from './definition.js';
import { kafka } from './kafka.js';
import { nats } from './nats.js';

/** Every kind of sink. A new one is a file in this folder and an entry here. */
export const ALL_SINKS: readonly SinkDefinition[] = [kafka, nats, clickhouse];
