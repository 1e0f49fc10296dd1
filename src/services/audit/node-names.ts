import { groupBy } from '../../collections.js';
import { inList } from '../../database/in-list.js';
import type { ChangedNode } from './describe-change.js';

interface NameRow {
  readonly id: number;
  readonly user_id: number;
  readonly name: string | null;
}

type Query = (sql: string, parameters: readonly unknown[]) => Promise<readonly NameRow[]>;

/** A thing of one account. */
export interface OwnNode {
  readonly userId: number;
  readonly node: ChangedNode;
}

/** A push without a name is identified by its title in the default language. */
const TITLE = `(SELECT MIN(p.title) FROM push_translation p WHERE p.push_id = t.id AND p.language = t.default_lang)`;

/** The query for the name of each kind of thing, by the type in its global id. */
const SOURCES: Readonly<Record<string, { readonly table: string; readonly name: string } | undefined>> = {
  AlertRule: { table: 'alert_rule', name: 't.name' },
  ApiKey: { table: 'api_key', name: 'COALESCE(t.name, t.prefix)' },
  App: { table: 'app', name: 't.name' },
  AppGroup: { table: 'app_group', name: 't.name' },
  AttributeDefinition: { table: 'attribute_definition', name: 't.name' },
  CampaignDraft: { table: 'campaign_draft', name: 't.name' },
  Category: { table: 'category', name: 't.code' },
  CustomEvent: { table: 'custom_event', name: 't.name' },
  DeviceImport: { table: 'device_import', name: 't.file_name' },
  Media: { table: 'media', name: 't.name' },
  Member: { table: 'member', name: 't.name' },
  MessageTemplate: { table: 'message_template', name: 't.name' },
  Push: { table: 'push', name: `COALESCE(t.name, ${TITLE})` },
  Run: { table: 'run', name: '(SELECT s.name FROM scheduler s WHERE s.id = t.scheduler_id)' },
  Scheduler: { table: 'scheduler', name: 't.name' },
  Segment: { table: 'segment', name: 't.name' },
  TagGroup: { table: 'audience_group', name: 't.name' },
  Webhook: { table: 'webhook', name: "NULLIF(t.description, '')" },
};

/** Reads the names of existing things with one statement per kind; look them up by `nodeKey`. */
export const readNames = async (query: Query, nodes: readonly OwnNode[]): Promise<Map<string, string>> => {
  const names = new Map<string, string>();
  for (const [type, ofType] of groupBy(nodes, ({ node }) => node.type)) {
    const source = SOURCES[type];
    if (!source) continue;
    const ids = [...new Set(ofType.map(({ node }) => node.id))];
    const userIds = [...new Set(ofType.map(({ userId }) => userId))];
    const rows = await query(
      `SELECT t.id, t.user_id, ${source.name} AS name FROM ${source.table} t
       WHERE t.id IN ${inList(ids)} AND t.user_id IN ${inList(userIds)}`,
      [...ids, ...userIds],
    );
    for (const { id, user_id, name } of rows) {
      if (name) names.set(nameKey({ userId: Number(user_id), node: { type, id: Number(id) } }), name);
    }
  }
  return names;
};

export const nameKey = ({ userId, node: { type, id } }: OwnNode): string => `${userId} ${type} ${id}`;
