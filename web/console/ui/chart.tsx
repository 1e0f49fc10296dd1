import { type ReactNode, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { useWords } from '../i18n/i18n.js';
import { useTheme } from '../shell/theme.js';
import { Button } from './button.js';
import { Table } from './table.js';

export interface Series {
  readonly name: string;
  /** A custom property of style/tokens.css, such as `--good`. */
  readonly colour: string;
  readonly values: readonly number[];
  /** Beside its name; the sum of its values if left out, nothing if null, as for levels, of which a sum says nothing. */
  readonly total?: number | null;
}

export interface ChartProps {
  readonly label: string;
  /** What the x axis says, in milliseconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  /** A time as the table and the axis write it. */
  readonly formatTime: (time: number) => string;
  readonly look?: 'lines' | 'bars';
  readonly height?: number;
  readonly aside?: ReactNode;
}

const HEIGHT = 220;

/** Numbers over time as a plot, with the same numbers as a table for those who want it or cannot see the plot. */
export const Chart = ({ label, times, series, formatTime, look = 'lines', height = HEIGHT, aside }: ChartProps) => {
  const { t, format } = useWords();
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
            { id: 'time', name: label, cell: ({ time }) => formatTime(time) },
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

const Plot = ({
  label,
  times,
  series,
  formatTime,
  look,
  height,
}: Required<Pick<ChartProps, 'label' | 'times' | 'series' | 'formatTime' | 'look' | 'height'>>) => {
  const { format } = useWords();
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const shape = series.map(({ name, colour }) => `${name} ${colour}`).join();
  const plot = useRef<uPlot | null>(null);
  const data = useRef<uPlot.AlignedData>([[]]);
  data.current = [times.map((time) => time / 1_000), ...series.map(({ values }) => [...values])];
  // Made anew only when its looks change; numbers follow below.
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const colourOf = readColours(element);
    const axis = {
      stroke: colourOf('--ink-3'),
      grid: { stroke: colourOf('--line'), width: 1 },
      ticks: { show: false },
    };
    const made = new uPlot(
      {
        width: element.clientWidth,
        height,
        // On the right half of a label of time: that of the last mark is centred under it.
        padding: [8, 40, 0, 0],
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
        legend: { show: false },
        scales: {
          // One alone stands in the middle, with its own time below it.
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
        series: [
          {},
          ...series.map(({ name, colour }) => ({
            label: name,
            stroke: colourOf(colour),
            width: 2,
            fill: look === 'bars' ? colourOf(colour) : withAlpha(colourOf(colour)),
            // One alone makes no line.
            points: { show: (_plot: uPlot, _series: number, from: number, to: number) => from === to },
            ...(look === 'bars' && uPlot.paths.bars
              ? { paths: uPlot.paths.bars({ size: [0.6, 48], radius: 0.2 }) }
              : {}),
          })),
        ],
      },
      data.current,
      element,
    );
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

/** A canvas knows no custom properties: the element is asked what each comes to. */
const readColours = (element: HTMLElement) => {
  const probe = element.appendChild(document.createElement('span'));
  return (name: string): string => {
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.style.color = '';
    return color;
  };
};

const withAlpha = (colour: string): string => colour.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.08)');
