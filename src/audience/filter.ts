import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database.js';
import type { Device } from '../entities/device.js';
import type { RunMomentPart } from '../entities/run-snapshot.js';
import type { Condition } from './condition.js';
import type { EntryKind } from './entries.js';

/**
 * One filter of an audience, whole: `filters/<filter>.ts` is an object of this type, and `filters/index.ts` lists them.
 * REST, GraphQL, the rules, runs, the estimate and the trace of a delivery iterate over that list.
 */
export interface AudienceFilter<Kept = unknown> {
  /** What it is called inside, also in the snapshot that a run keeps. */
  readonly name: string;
  readonly step: FilterStep;
  /** How a scheduler sets it; null: what the run itself is decides. */
  readonly setting: FilterSetting | null;
  /** What is set now, in JSON: a run keeps it, so that later changes do not touch it. null: there is nothing to keep. */
  readonly keep: ((set: FilterValues, manager: EntityManager) => Kept | Promise<Kept>) | null;
  /** What it asks of a device; null: this run does not use it. */
  compile(kept: Kept, context: CompileContext): FilterCondition | null | Promise<FilterCondition | null>;
  readonly words: FilterWords;
}

/** What a scheduler has set. */
export interface FilterValues {
  readonly userId: number;
  readonly flags: Readonly<Record<FlagColumn, boolean>>;
  /** By the names of lists, as users wrote them; a list without entries is absent. */
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
  /** Only devices of these external users: a long list is looked up by its own index, before any row is read. */
  readonly users?: readonly string[];
}

/** The filter as a step of an estimate and of a trace, in GraphQL's enums. */
export interface FilterStep {
  readonly name: string;
  /** null: no estimate uses it. */
  readonly inEstimate: string | null;
  readonly inTrace: string;
}

/** What a trace says of one device. The subject, and one of the two verdicts, make a sentence. */
export interface FilterWords {
  subject(device: Device): string;
  /** What the device has that is asked for, for other languages than English; left out where that is no one word. */
  value?(device: Device): string | null;
  readonly passed: string;
  stopped(device: Device, parts: CompileContext['parts']): string;
  /** A sentence of its own. */
  readonly unused: string;
}

/** Of a list that does not say otherwise. */
export const MAX_ENTRIES = 10_000;

/** What users send and read: lists of entries in `scheduler_filter`, and perhaps a flag in a column of `scheduler`. */
export interface FilterSetting<Field extends string = string, Flag extends string = string> {
  readonly flag: FilterFlag<Field, Flag> | null;
  readonly lists: readonly FilterList<Field>[];
  /** Lists that may have no common entry. */
  readonly disjoint: readonly (readonly [include: Field, exclude: Field])[];
  /** REST has it for one kind of scheduler alone; null: for all. */
  readonly onlyFor: 'one-time' | null;
  /** REST's record of one scheduler has each list as one text, and this is said of it; null: as a list, as everywhere. */
  readonly joinedInRest: string | null;
  /** As a part of `AudienceInput` and `SchedulerAudience`; null: it has another place. */
  readonly graph: FilterGraph | null;
}

export type FlagColumn = 'allApps' | 'allCountries' | 'allLanguages' | 'allAudiences';

export interface FilterFlag<Field extends string = string, Flag extends string = string> {
  /** REST's name of it. */
  readonly name: Flag;
  /** In `scheduler`. */
  readonly column: FlagColumn;
  /** Lists that must be empty when it is true. */
  readonly instead: readonly Field[];
  /** Lists that must be empty unless it is true. */
  readonly requiredBy: readonly Field[];
  readonly description: string;
  readonly graph: GraphField & {
    /** It is true for a request that leaves it out and has entries in `requiredBy`. */
    readonly isImplied: boolean;
  };
}

export interface FilterList<Field extends string = string> {
  /** REST's name of it, and `scheduler_filter.field`: at most 32 characters. */
  readonly name: Field;
  readonly description: string;
  readonly entries: EntryKind;
  readonly maxEntries?: number;
  readonly graph: GraphListField | null;
}

interface GraphField {
  readonly name: string;
  /** What the input says of it. */
  readonly input: string;
  /** What the type says of it. */
  readonly output: string;
}

interface GraphListField extends GraphField {
  /** For lists of ids: the field of the type that has what they name. */
  readonly nodes?: { readonly name: string; readonly description: string };
}

export interface FilterGraph {
  /** Its field in `AudienceInput` and in `SchedulerAudience`. */
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly input: { readonly name: string; readonly description: string };
  readonly output: { readonly name: string; readonly description: string };
  /** Further facts that the type has and no input takes. */
  readonly facts: readonly {
    readonly name: string;
    readonly description: string;
    of(lists: FilterValues['lists']): boolean;
  }[];
}

/** The subject of a sentence about something that a device may have told: "Its country, DE,". */
export const known = (noun: string, value: string | null): string =>
  value === null ? `That its ${noun} is unknown` : `Its ${noun}, ${value},`;
