import type { SqlFragment } from '../../database/sql.js';

/** The two columns of a list's key. */
export type Key = readonly [lead: number, id: number];

/** A part of a list in the order of its key: the rows of these leads between two keys, exclusive. */
export interface Region {
  /** Ascending. */
  readonly leads: readonly number[];
  readonly low: Key | null;
  readonly high: Key | null;
}

/**
 * Splits a region into ascending parts, each of which is one range of an index. With a pair of keys and a list of leads,
 * SQLite would read all preceding rows; with a row constructor, MySQL would.
 */
export const stretchesOf = ({ leads, low, high }: Region): readonly Region[] => {
  const of = (key: Key | null): readonly number[] => leads.filter((lead) => lead === key?.[0]);
  if (low && high && low[0] === high[0]) return of(low).map((lead) => ({ leads: [lead], low, high }));
  const between = leads.filter((lead) => (low === null || lead > low[0]) && (high === null || lead < high[0]));
  return [
    ...of(low).map((lead) => ({ leads: [lead], low, high: null })),
    ...(between.length > 0 ? [{ leads: between, low: null, high: null }] : []),
    ...of(high).map((lead) => ({ leads: [lead], low: null, high })),
  ];
};

/** An id that no row has. */
const NONE = 0;

/**
 * The condition for one of `stretchesOf` on the table `t`. Leads are ids of ours and part of the SQL text: a user can have
 * more of them than a statement takes parameters. A single lead becomes a list of two if there is an end: with an equality
 * and outdated statistics, MySQL would read all rows of the lead.
 */
export const stretchCondition = ({ leads, low, high }: Region, [lead, id]: readonly [string, string]): SqlFragment => {
  const among = (low || high) && leads.length === 1 ? [...leads, NONE] : leads;
  return {
    sql: [
      `t.${lead} IN (${among.map(Number).join(', ')})`,
      ...(low ? [`t.${id} > ?`] : []),
      ...(high ? [`t.${id} < ?`] : []),
    ].join(' AND '),
    parameters: [...(low ? [low[1]] : []), ...(high ? [high[1]] : [])],
  };
};

/** Splits a region after a row, in the order of a walk. */
export const cutAt = (region: Region, [lead, id]: Key, isAscending: boolean): { upTo: Region; beyond: Region } =>
  isAscending
    ? { upTo: { ...region, high: [lead, id + 1] }, beyond: { ...region, low: [lead, id] } }
    : { upTo: { ...region, low: [lead, id - 1] }, beyond: { ...region, high: [lead, id] } };
