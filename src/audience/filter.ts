import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database.js';
import type { Device, DeviceNeed } from '../entities/device.js';
import type { RunMomentPart } from '../entities/run-snapshot.js';
import type { Condition } from './condition.js';
import type { EntryKind } from './entries.js';

/**
 * The complete definition of one filter. Each `filters/<filter>.ts` exports one, and `filters/index.ts` lists them.
 * REST, GraphQL, rules, runs, estimates and delivery traces iterate over that list.
 */
export interface AudienceFilter<Kept = unknown> {
  /** The internal name, also used in the snapshot of a run. */
  readonly name: string;
  readonly step: FilterStep;
  /** How a scheduler sets the filter; null: it depends on the run alone. */
  readonly setting: FilterSetting | null;
  /** Returns the current setting as JSON. The run stores it, so later changes do not affect it. null: nothing to store. */
  readonly keep: ((set: FilterValues, manager: EntityManager) => Kept | Promise<Kept>) | null;
  /** Returns the condition on a device; null: the run does not use the filter. */
  compile(kept: Kept, context: CompileContext): FilterCondition | null | Promise<FilterCondition | null>;
  readonly words: FilterWords;
  /** Explains the verdict on one device in more detail than `words`; absent: there is no more to say. */
  explain?(kept: Kept, device: Device, context: CompileContext): Promise<FilterReason | null>;
}

/** The settings of a scheduler. */
export interface FilterValues {
  readonly userId: number;
  /** Epoch ms. */
  readonly now: number;
  readonly flags: Readonly<Record<FlagColumn, boolean>>;
  /** Entries by the name of their list, as users wrote them. A list without entries is absent. */
  readonly lists: { readonly [list in string]?: readonly string[] };
}

export interface CompileContext {
  readonly database: Database;
  readonly userId: number;
  /** The local moments of the run; null: one instant for all devices. */
  readonly parts: readonly RunMomentPart[] | null;
}

/** A condition on the device row `d`. */
export interface FilterCondition extends Condition {
  /** Columns of the device that sending needs because of this filter; absent: none. */
  readonly needs?: readonly DeviceNeed[];
  /** Limits the audience to these external users. A long list is looked up through its own index first. */
  readonly users?: readonly string[];
}

/** The filter as a step of an estimate and of a trace, named as in the GraphQL enums. */
export interface FilterStep {
  readonly name: string;
  /** null: estimates do not show it. */
  readonly inEstimate: string | null;
  readonly inTrace: string;
}

/** The sentences of a trace. The subject and one of the two verdicts form one sentence. */
export interface FilterWords {
  subject(device: Device): string;
  /**
   * The device's value that the filter compares, for clients with their own wording; absent: it is not a single word.
   */
  value?(device: Device): string | null;
  readonly passed: string;
  stopped(device: Device, parts: CompileContext['parts']): string;
  /** A complete sentence. */
  readonly unused: string;
}

/** A verdict in the words of the part of a filter that decided it. */
export interface FilterReason {
  /** A complete sentence. */
  readonly message: string;
  /** The facts of the sentence, for other languages. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** The default limit of a list. */
export const MAX_ENTRIES = 10_000;

/** The fields that users write and read: lists stored in `scheduler_filter`, and possibly a flag in `scheduler`. */
export interface FilterSetting<Field extends string = string, Flag extends string = string> {
  readonly flag: FilterFlag<Field, Flag> | null;
  readonly lists: readonly FilterList<Field>[];
  /** Pairs of lists that must not share an entry. */
  readonly disjoint: readonly (readonly [include: Field, exclude: Field])[];
  /** Returns why devices cannot be judged by these lists within bounds; absent: they always can. */
  checkTogether?(
    set: ListedBy,
    manager: EntityManager,
  ): Promise<{ readonly field: Field; readonly message: string } | null>;
  /** Its fields in REST; null: REST lacks it, and leaves the lists of existing schedulers as they are. */
  readonly rest: RestForm | null;
  /** Its place in `AudienceInput` and `SchedulerAudience`; null: it is a field elsewhere. */
  readonly graph: FilterGraph | null;
}

export interface RestForm {
  /** The only kind of scheduler for which REST has the filter; null: all kinds. */
  readonly onlyFor: 'one-time' | null;
  /** REST returns each list of a single scheduler as one joined text with this description; null: as a list. */
  readonly joined: string | null;
}

/** A list for each entry of it, for schedulers of every kind. */
export const PLAIN_REST: RestForm = { onlyFor: null, joined: null };

type ListedBy = Pick<FilterValues, 'userId' | 'lists'>;

export type FlagColumn = 'allApps' | 'allCountries' | 'allLanguages' | 'allAudiences';

export interface FilterFlag<Field extends string = string, Flag extends string = string> {
  /** The name in REST. */
  readonly name: Flag;
  /** The column of `scheduler`. */
  readonly column: FlagColumn;
  /** Lists that must be empty when the flag is true. */
  readonly instead: readonly Field[];
  /** Lists that must be empty unless the flag is true. */
  readonly requiredBy: readonly Field[];
  readonly description: string;
  readonly graph: GraphField & {
    /** The flag defaults to true when the request has entries in `requiredBy`. */
    readonly isImplied: boolean;
  };
}

export interface FilterList<Field extends string = string> {
  /** The name in `scheduler_filter.field`, at most 32 characters, and in REST if it has the filter. */
  readonly name: Field;
  readonly description: string;
  readonly entries: EntryKind;
  readonly maxEntries?: number;
  readonly graph: GraphListField | null;
}

interface GraphField {
  readonly name: string;
  /** The description in the input type. */
  readonly input: string;
  /** The description in the output type. */
  readonly output: string;
}

interface GraphListField extends GraphField {
  /** The output field that resolves a list of ids to nodes. */
  readonly nodes?: { readonly name: string; readonly description: string };
}

export interface FilterGraph {
  /** The field in `AudienceInput` and in `SchedulerAudience`. */
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly input: { readonly name: string; readonly description: string };
  readonly output: { readonly name: string; readonly description: string };
  /** Fields of the output type that no input has. */
  readonly facts: readonly {
    readonly name: string;
    readonly description: string;
    of(lists: FilterValues['lists']): boolean;
  }[];
}

/** The subject of a sentence about an optional value of a device, such as "Its country, DE,". */
export const known = (noun: string, value: string | null): string =>
  value === null ? `Its unknown ${noun}` : `Its ${noun}, ${value},`;
