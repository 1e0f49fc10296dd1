import { printTable, type TableRow } from './table.js';
import { paint, print } from './terminal.js';
import { LANGUAGE_NAMES, LANGUAGES } from './texts.js';
import type { Expectation, Verdict } from './verdict.js';
import type { Breakdown, Counts } from './watch-run.js';

export interface Closing {
  /** The counts of all runs, from GraphQL. */
  readonly breakdowns: readonly Breakdown[];
  readonly expected: readonly Expectation[];
  readonly verdict: Verdict;
  readonly providers: readonly string[];
}

const HEADS = ['should', 'sent', 'dead', 'other', 'arrived'] as const;

/** Compares the service's counts with the fakes' ledger. Returns whether they agree. */
export const printClosing = (closing: Closing): boolean => {
  const { verdict } = closing;
  const rows = [
    heading('by provider'),
    ...closing.providers.map((provider) => providerRow(closing, provider)),
    heading('by language'),
    ...LANGUAGES.map((language) => languageRow(closing, language)),
    heading('together'),
    totalRow(closing),
  ];
  print();
  printTable(HEADS, rows);
  print(paint('  should, arrived: at the stand-ins; sent, dead, other: as the service counts', 'dim'));
  print();
  const problems = [
    [verdict.missing, 'missing'],
    [verdict.doubled, 'more than once'],
    [verdict.unexpected, 'not meant to arrive'],
  ] as const;
  const wrong = problems.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (wrong.length > 0) print(paint(`✗ Messages: ${wrong.join(', ')}.`, 'red'));
  const isGood = wrong.length === 0 && rows.every((row) => row.isGood !== false);
  if (isGood) print(`${paint('✓', 'green')} Every message arrived, once, in its language, and no other.`);
  else if (wrong.length === 0) print(paint('✗ The counts of the service and the stand-ins differ.', 'red'));
  return isGood;
};

const heading = (label: string): TableRow => ({ label, cells: [], isGood: null });

const providerRow = ({ breakdowns, expected, verdict }: Closing, provider: string): TableRow =>
  row(`  ${provider}`, {
    should: expected.filter(({ device }) => device.app.provider === provider).length,
    counts: breakdowns.flatMap(({ byProvider }) => byProvider.filter((group) => isOf(group.provider, provider))),
    arrived: verdict.arrived.filter((arrival) => arrival.provider === provider).length,
  });

const languageRow = ({ breakdowns, expected, verdict }: Closing, language: (typeof LANGUAGES)[number]): TableRow =>
  row(`  ${LANGUAGE_NAMES[language]}`, {
    should: expected.filter(({ device }) => device.reads === language).length,
    counts: breakdowns.flatMap(({ byLanguage }) => byLanguage.filter((group) => group.language === language)),
    arrived: verdict.arrived.filter((arrival) => arrival.language === language).length,
  });

const totalRow = ({ breakdowns, expected, verdict }: Closing): TableRow =>
  row('  all messages', {
    should: expected.length,
    counts: breakdowns.flatMap(({ byProvider }) => byProvider),
    arrived: verdict.arrived.length,
  });

/** GraphQL writes `PROVIDER_A`, REST `provider_a`. */
const isOf = (enumName: string, provider: string): boolean => enumName.toLowerCase() === provider;

const row = (
  label: string,
  { should, counts, arrived }: { should: number; counts: readonly { counts: Counts }[]; arrived: number },
): TableRow => {
  const sum = (of: (one: Counts) => number): number => counts.reduce((total, group) => total + of(group.counts), 0);
  const sent = sum((one) => one.sent);
  const dead = sum((one) => one.invalidToken);
  const other = sum((one) => one.failed + one.expired + one.cancelled + one.retrying);
  return {
    label,
    cells: [should, sent, dead, other, arrived],
    isGood: sent === should && arrived === should && other === 0,
  };
};
