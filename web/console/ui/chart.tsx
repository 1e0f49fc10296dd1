import { type ReactNode, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import type { Formats } from '../i18n/formats.js';
import { useTranslation } from '../i18n/i18n.js';
import { useTheme } from '../shell/theme.js';
import { Button } from './button.js';
import { Table } from './table.js';

export interface Series {
  readonly name: string;
  /** A custom property of style/tokens.css, such as `--good`. */
  readonly colour: string;
  readonly values: readonly number[];
  /** The number after its name. Defaults to the sum of its values; null hides it. */
  readonly total?: number | null;
}

export interface ChartProps {
  readonly label: string;
  /** The x values: milliseconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly formatTime: (time: number) => string;
  readonly look?: 'lines' | 'bars';
  readonly height?: number;
  readonly aside?: ReactNode;
}

const HEIGHT = 220;

/** Plots numbers over time. A button shows the same numbers as a table. */
export const Chart = ({ label, times, series, formatTime, look = 'lines', height = HEIGHT, aside }: ChartProps) => {
  const { t, format } = useTranslation();
  const [isTable, setIsTable] = useState(false);
  return (
    <figure className="chart">
      <figcaption className="chart-head">
        <ul className="legend">
          {series.map(({ name, colour, values, total = values.reduce((sum, value) => sum + value, 0) }) => (
            <li key={name}>
              <span className="legend-dot" style={{ background: `var(${colour})` }} aria-hidden />
              {name}
              {total !== null && <strong>{format.number(total)}</strong>}
            </li>
          ))}
        </ul>
        <div className="chart-aside">
          {aside}
          <Button size="small" variant="quiet" aria-pressed={isTable} onPress={() => setIsTable(!isTable)}>
            {t('action.showTable')}
          </Button>
        </div>
      </figcaption>
      {isTable ? (
        <Table
          label={label}
          rows={times.map((time, index) => ({ time, index }))}
          keyOf={({ time }) => String(time)}
          columns={[
            { name: label, cell: ({ time }) => formatTime(time) },
            ...series.map(({ name, values }) => ({
              id: name,
              name,
              isNumber: true,
              cell: ({ index }: { index: number }) => format.number(values[index] ?? 0),
            })),
          ]}
        />
      ) : (
        <Plot {...{ label, times, series, formatTime, look, height }} />
      )}
    </figure>
  );
};

type PlotProps = Required<Omit<ChartProps, 'aside'>>;

const Plot = ({ label, times, series, formatTime, look, height }: PlotProps) => {
  const { format } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const shape = series.map(({ name, colour }) => `${name} ${colour}`).join();
  const plot = useRef<uPlot | null>(null);
  const data = useRef<uPlot.AlignedData>([[]]);
  data.current = [times.map((time) => time / 1_000), ...series.map(({ values }) => [...values])];
  // A new plot is created only when its look changes. New numbers are set below.
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const options = toOptions(
      { series, formatTime, look, height, format, width: element.clientWidth },
      readColours(element),
    );
    const made = new uPlot(options, data.current, element);
    plot.current = made;
    const watcher = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [shape, look, height, theme]);
  useEffect(() => {
    plot.current?.setData(data.current);
  });
  return <div ref={place} className="plot" role="img" aria-label={label} style={{ minHeight: height }} />;
};

interface PlotLook extends Pick<PlotProps, 'series' | 'formatTime' | 'look' | 'height'> {
  readonly format: Formats;
  readonly width: number;
}

type ColourOf = (name: string) => string;

const toOptions = (
  { series, formatTime, look, height, format, width }: PlotLook,
  colourOf: ColourOf,
): uPlot.Options => {
  const axis = { stroke: colourOf('--ink-3'), grid: { stroke: colourOf('--line'), width: 1 }, ticks: { show: false } };
  return {
    width,
    height,
    // The last label of the x axis is centred under its mark, and needs room on the right.
    padding: [8, 40, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    legend: { show: false },
    scales: {
      // A single point stands in the middle, above its own time.
      x: { range: ({ data: [at] }, min, max) => (at.length === 1 ? [min - 30, min + 30] : [min, max]) },
      y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        space: 90,
        values: (_plot, marks) => marks.map((mark) => formatTime(mark * 1_000)),
      },
      { ...axis, size: 52, values: (_plot, marks) => marks.map((mark) => format.compact(mark)) },
    ],
    series: [{}, ...series.map((one) => toSeries(one, look, colourOf))],
  };
};

const toSeries = ({ name, colour }: Series, look: PlotProps['look'], colourOf: ColourOf): uPlot.Series => ({
  label: name,
  stroke: colourOf(colour),
  width: 2,
  fill: look === 'bars' ? colourOf(colour) : withAlpha(colourOf(colour)),
  // A line needs two points; a single one is drawn as a dot.
  points: { show: (_plot: uPlot, _series: number, from: number, to: number) => from === to },
  ...(look === 'bars' && uPlot.paths.bars ? { paths: uPlot.paths.bars({ size: [0.6, 48], radius: 0.2 }) } : {}),
});

/** A canvas cannot read custom properties, so an element resolves their colours. */
const readColours = (element: HTMLElement): ColourOf => {
  const probe = element.appendChild(document.createElement('span'));
  return (name) => {
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.style.color = '';
    return color;
  };
};

const withAlpha = (colour: string): string => colour.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.08)');
