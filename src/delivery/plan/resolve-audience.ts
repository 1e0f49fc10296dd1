import { In } from 'typeorm';
import type { AudienceSpec, Mark, MarkFilter } from '../../audience/audience-spec.js';
import { BIT_CAPACITY } from '../../audience/mark-condition.js';
import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { CustomEvent } from '../../entities/custom-event.js';
import type { IncludeExclude, RunAudience, RunMomentPart } from '../../entities/run-snapshot.js';
import { Tag } from '../../entities/tag.js';

const LOOKUP_CHUNK = 1_000;

/** Looks up the ordinals of a run's tags and events. A tag that no device has ever had reaches nobody. */
export const resolveAudience = async (
  database: Database,
  userId: number,
  { audience, parts }: { audience: RunAudience; parts: readonly RunMomentPart[] | null },
): Promise<AudienceSpec> => ({
  countries: audience.countries,
  languages: audience.languages,
  anyTag: audience.tags.anyTag,
  tags: await resolveTags(database, userId, audience.tags),
  events: await resolveEvents(database, userId, audience.events),
  externalIds: audience.externalIds,
  parts,
});

const resolveTags = async (
  database: Database,
  userId: number,
  { include, exclude }: IncludeExclude<string>,
): Promise<MarkFilter> => {
  const byName = new Map<string, Mark>();
  for (const names of chunk([...(include ?? []), ...exclude], LOOKUP_CHUNK)) {
    const tags = await database.reader.findBy(Tag, { userId, name: In(names) });
    for (const { id, name, ordinal } of tags) byName.set(name, { id, ordinal });
  }
  const pick = (names: readonly string[]): Mark[] => names.flatMap((name) => byName.get(name) ?? []);
  const aliased = await isAliased(database, `tag:${userId}`);
  return { include: include && pick(include), exclude: pick(exclude), aliased };
};

const resolveEvents = async (
  database: Database,
  userId: number,
  { include, exclude }: IncludeExclude<number>,
): Promise<MarkFilter> => {
  const ids = [...(include ?? []), ...exclude];
  const events = ids.length === 0 ? [] : await database.reader.findBy(CustomEvent, { id: In(ids) });
  const byId = new Map(events.map(({ id, ordinal }) => [id, { id, ordinal }]));
  const pick = (wanted: readonly number[]): Mark[] => wanted.flatMap((id) => byId.get(id) ?? []);
  const aliased = await isAliased(database, `event:${userId}`);
  return { include: include && pick(include), exclude: pick(exclude), aliased };
};

/** Room for tags and events that come while a batch is under way. */
const MARGIN = 20;

/** Whether a sequence of ordinals has outgrown the bits of a device row, or soon will; erring on the exact side. */
const isAliased = async (database: Database, sequence: string): Promise<boolean> => {
  const [row] = await database.query<{ last_id: number }>('SELECT last_id FROM id_sequence WHERE name = ?', [sequence]);
  return Number(row?.last_id ?? 0) + MARGIN >= BIT_CAPACITY;
};
