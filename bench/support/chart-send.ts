import { bars, type Measured } from './chart.js';

interface SendFigures {
  readonly devices: number;
  readonly rows: readonly {
    readonly name: string;
    readonly roundTripMs: number;
    readonly perSecond: number;
    readonly perCpuSecond: number;
    readonly peakMb: number;
  }[];
}

/** Of what `benchSend` answers. */
export const chartSend = (figures: object): Measured => {
  const { devices, rows } = figures as SendFigures;
  const roundTrips = [...new Set(rows.map(({ roundTripMs }) => roundTripMs))];
  const chart = (title: string, unit: string, figure: 'perSecond' | 'perCpuSecond' | 'peakMb') => ({
    title: `${title}, ${devices.toLocaleString('en-US')} devices`,
    unit,
    groups: roundTrips.map((ms) =>
      bars(
        `the provider answers after ${ms} ms`,
        rows.filter(({ roundTripMs }) => roundTripMs === ms),
        (row) => [row.name, row[figure]],
      ),
    ),
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
