import { bars, type Measured } from './chart.js';
import { medianOf } from './median.js';

interface SendRow {
  readonly name: string;
  readonly roundTripMs: number;
  readonly cores: number;
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly peakMb: number;
}

interface SendFigures {
  readonly devices: number;
  readonly rows: readonly SendRow[];
}

/**
 * Charts the results of `benchSend`. A contestant without a database has one bar: its median over the runs for each
 * database.
 */
export const chartSend = (figures: object): Measured => {
  const { devices, rows } = figures as SendFigures;
  const cases = [...new Set(rows.map(toCase))];
  const chart = (title: string, unit: string, figure: 'perSecond' | 'perCpuSecond' | 'peakMb') => ({
    title: `${title}, ${devices.toLocaleString('en-US')} devices`,
    unit,
    groups: cases.map((name) => {
      const own = rows.filter((row) => toCase(row) === name);
      return bars(name, [...new Set(own.map((row) => row.name))], (contestant) => [
        contestant,
        medianOf(
          own.filter((row) => row.name === contestant),
          (row) => row[figure],
        ),
      ]);
    }),
  });
  return {
    ...figures,
    charts: [
      chart('A run', 'messages/s', 'perSecond'),
      chart('A run, by CPU', 'messages for each CPU second', 'perCpuSecond'),
      chart('Memory, at most', 'MB', 'peakMb'),
    ],
  };
};

const toCase = ({ roundTripMs, cores }: SendRow): string =>
  `the provider answers after ${roundTripMs} ms, ${cores === 1 ? 'one core' : `${cores} cores`}`;
