import type { SqlFragment } from '../../database/sql.js';

/** The first column of a list's key, and its second, which is a whole number. */
export type Key = readonly [lead: number, id: number];

/** A part of a list in the order of its key: the rows of these leads between two keys, neither of which is in it. */
export interface Region {
  /** Ascending. */
  readonly leads: readonly number[];
  readonly low: Key | null;
  readonly high: Key | null;
}

/**
 * The region in parts of which each is one range of an index, ascending: a pair of keys beside a list of leads would have
 * SQLite look at all that comes before, and a row constructor MySQL.
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

/** Nothing's id. */
const NONE = 0;

/**
 * One of `stretchesOf`, on the table as `t`. Leads are our own ids and stand in the text: a user may have more of them than
 * a statement takes parameters. With an end, one lead is a list of two: by an equality, and statistics that are behind a table
 * that grows, MySQL would go through all rows of the lead.
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

/** What lies up to a row of the region, which is in it, and what comes after it, in the order of a walk. */
export const cutAt = (region: Region, [lead, id]: Key, isAscending: boolean): { upTo: Region; beyond: Region } =>
  isAscending
    ? { upTo: { ...region, high: [lead, id + 1] }, beyond: { ...region, low: [lead, id] } }
    : { upTo: { ...region, low: [lead, id - 1] }, beyond: { ...region, high: [lead, id] } };
