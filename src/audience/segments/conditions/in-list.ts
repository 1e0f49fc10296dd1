import type { Database } from '../../../database/database.js';
import type { Device } from '../../../entities/device.js';
import type { Condition } from '../../condition.js';
import type { EntryKind } from '../../entries.js';
import { isNot, listed, type SegmentCondition, subjectOf } from '../segment-condition.js';

export interface InList<Entry = string> {
  readonly in: readonly Entry[];
}

interface Definition<Name extends string> {
  readonly name: Name;
  readonly description: string;
  readonly input: string;
  readonly in: string;
  /** null: time zones. */
  readonly entries: EntryKind | null;
  readonly noun: string;
  readonly cost: number;
  shownValue(device: Device): string | null;
  compile(values: readonly string[], database: Database): Condition;
}

/** A condition on one column of the device, which has any value of a list. An unknown value is in no list. */
export const inList = <const Name extends string>(definition: Definition<Name>) =>
  ({
    name: definition.name,
    description: definition.description,
    input: {
      name: definition.input,
      description: definition.description,
      fields: {
        in: definition.entries
          ? { kind: 'list', entries: definition.entries, description: definition.in }
          : { kind: 'zones', description: definition.in },
      },
    },
    cost: () => definition.cost,
    compile: ({ in: values }, { database }) => definition.compile(values, database),
    shownValue: (_kept, device) => definition.shownValue(device),
    say: ({ in: values }, device, holds) =>
      `${subjectOf(definition.noun, definition.shownValue(device))} ${isNot(holds)} one of ${listed(values)}`,
  }) as const satisfies SegmentCondition<InList>;

/** `column IN (…)` where NULL counts as not in the list. */
export const isAmong = (column: string, values: readonly string[], { dialect }: Database): Condition =>
  dialect.among(`COALESCE(${column}, '')`, values);
