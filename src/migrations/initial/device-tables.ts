import { BIT_WORDS } from '../../entities/device.js';
import type { Table } from '../ddl.js';

const words = (name: string): string =>
  Array.from({ length: BIT_WORDS }, (_, word) => `${name}_w${word} {long} NOT NULL DEFAULT 0,`).join('\n      ');

/** Devices, their tags and events. These hot tables have no foreign keys; rows of deleted applications are swept. */
export const DEVICE_TABLES: readonly Table[] = [
  {
    name: 'device',
    columns: `
      app_id {long} NOT NULL,
      id {long} NOT NULL,
      token_hash {ascii 64} NOT NULL,
      token {text} NOT NULL,
      p256dh {ascii 120},
      auth {ascii 60},
      token_at {long} NOT NULL,
      secret_hash {ascii 64},
      language {ascii 35},
      country {ascii 2},
      timezone {ascii 64},
      previous_timezone {ascii 64},
      timezone_changed_at {long},
      external_user_id {key 255},
      platform {key 64},
      app_version {key 64},
      active {bool} NOT NULL,
      inactive_reason {key 255},
      inactive_at {long},
      has_tags {bool} NOT NULL,
      ${words('tag')}
      ${words('event')}
      registered_at {long} NOT NULL,
      seen_at {long} NOT NULL,
      PRIMARY KEY (app_id, id)`,
    indexes: [
      'CREATE UNIQUE INDEX device_id ON device (id)',
      'CREATE UNIQUE INDEX device_token ON device (app_id, token_hash)',
      'CREATE INDEX device_external ON device (app_id, external_user_id)',
    ],
    clustered: true,
  },
  {
    name: 'tag',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      name {key 255} NOT NULL,
      ordinal {int} NOT NULL`,
    indexes: ['CREATE UNIQUE INDEX tag_name ON tag (user_id, name)'],
  },
  {
    name: 'device_tag',
    columns: `
      device_id {long} NOT NULL,
      tag_id {long} NOT NULL,
      app_id {long} NOT NULL,
      PRIMARY KEY (device_id, tag_id)`,
    indexes: ['CREATE INDEX device_tag_tag ON device_tag (tag_id, app_id, device_id)'],
    clustered: true,
  },
  {
    name: 'device_event',
    columns: `
      device_id {long} NOT NULL,
      event_id {long} NOT NULL,
      app_id {long} NOT NULL,
      count {int} NOT NULL,
      first_at {long} NOT NULL,
      last_at {long} NOT NULL,
      PRIMARY KEY (device_id, event_id)`,
    clustered: true,
  },
  {
    name: 'event_seen',
    columns: `
      device_id {long} NOT NULL,
      event_uid {key 128} NOT NULL,
      seen_at {long} NOT NULL,
      PRIMARY KEY (device_id, event_uid)`,
    indexes: ['CREATE INDEX event_seen_age ON event_seen (seen_at)'],
    clustered: true,
  },
];
