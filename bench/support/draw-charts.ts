import type { Bar, BarGroup, Chart } from './chart.js';
import type { Saved } from './saved-results.js';

const WIDTH = 860;
const LEFT = 24;
const BARS_LEFT = 340;
const BARS_WIDTH = 400;
const TITLE_HEIGHT = 30;
const GROUP_HEIGHT = 26;
const BAR_HEIGHT = 16;
const BAR_STEP = 22;
const GAP = 22;
const FOOT_HEIGHT = 34;
/** The longest label that fits in front of a bar. */
const MAX_NAME = 50;

/** Colours follow the reader's light or dark setting. The picture has its own background, because pages differ. */
const STYLE = `
  svg { color-scheme: light dark; font: 13px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
  .ground { fill: #ffffff; } text { fill: #1f2933; } .soft { fill: #52606d; font-size: 12px; }
  .title { font-size: 15px; font-weight: 600; } .group { font-weight: 600; }
  .bar { fill: #2f6fb2; } .over { fill: #b4541a; } .base { stroke: #9aa5b1; } .target { stroke: #52606d; stroke-dasharray: 4 3; }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #14181d; } text { fill: #e6ebf0; } .soft { fill: #a7b3bf; }
    .bar { fill: #6ea8e0; } .over { fill: #e8955c; } .base { stroke: #5b6773; } .target { stroke: #a7b3bf; }
  }`;

/** The charts of one benchmark in one picture, which depends only on the saved figures. */
export const drawCharts = ({ bench, at, machine, settings, charts }: Saved): string => {
  const parts: string[] = [];
  let top = GAP;
  for (const chart of charts) {
    parts.push(...drawChart(chart, top));
    top += heightOf(chart) + GAP;
  }
  const how = [
    'npm run bench -- ',
    bench,
    ...Object.entries(settings).map(([name, value]) => ` ${name}=${value}`),
  ].join('');
  parts.push(text(LEFT, top + 4, `${how}; ${at.slice(0, 10)}; ${machine}`, 'soft'));
  const height = top + FOOT_HEIGHT;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">
<title>${escapeXml(charts.map(({ title }) => title).join('; '))}</title>
<style>${STYLE}
</style>
<rect class="ground" width="${WIDTH}" height="${height}" rx="8"/>
${parts.join('\n')}
</svg>
`;
};

const heightOf = ({ groups }: Chart): number =>
  TITLE_HEIGHT + groups.reduce((sum, group) => sum + headOf(group) + group.bars.length * BAR_STEP, 0);

const headOf = ({ name }: BarGroup): number => (name === '' ? 6 : GROUP_HEIGHT);

const drawChart = (chart: Chart, top: number): string[] => {
  const { title, unit, target, groups } = chart;
  const values = groups.flatMap(({ bars }) => bars.map(({ value }) => value));
  const most = Math.max(...values, target ?? 0) || 1;
  const toX = (value: number): number => round(BARS_LEFT + (Math.max(0, value) / most) * BARS_WIDTH);
  const lines = [text(LEFT, top + 14, `${title} (${unit})`, 'title')];
  let y = top + TITLE_HEIGHT;
  for (const group of groups) {
    if (group.name !== '') lines.push(text(LEFT, y + 14, group.name, 'group'));
    y += headOf(group);
    for (const bar of group.bars) {
      lines.push(...drawBar(bar, { y, end: toX(bar.value), isOver: target !== undefined && bar.value > target }));
      y += BAR_STEP;
    }
  }
  lines.push(`<line class="base" x1="${BARS_LEFT}" x2="${BARS_LEFT}" y1="${top + TITLE_HEIGHT}" y2="${y}"/>`);
  if (target !== undefined) {
    lines.push(
      `<line class="target" x1="${toX(target)}" x2="${toX(target)}" y1="${top + TITLE_HEIGHT - 4}" y2="${y}"/>`,
    );
    lines.push(text(toX(target) + 4, top + TITLE_HEIGHT + 2, `target ${format(target)}`, 'soft'));
  }
  return lines;
};

const drawBar = ({ name, value }: Bar, { y, end, isOver }: { y: number; end: number; isOver: boolean }): string[] => [
  text(BARS_LEFT - 10, y + 13, name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name, 'soft', 'end'),
  `<rect class="${isOver ? 'over' : 'bar'}" x="${BARS_LEFT}" y="${y}" width="${round(Math.max(1, end - BARS_LEFT))}" height="${BAR_HEIGHT}" rx="2"/>`,
  text(end + 6, y + 13, format(value)),
];

const text = (x: number, y: number, content: string, kind?: string, anchor?: 'end'): string =>
  `<text${kind ? ` class="${kind}"` : ''} x="${x}" y="${y}"${anchor ? ` text-anchor="${anchor}"` : ''}>${escapeXml(content)}</text>`;

const round = (value: number): number => Math.round(value * 10) / 10;

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const three = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

const format = (value: number): string => (value >= 100 ? whole : three).format(value);

const escapeXml = (content: string): string =>
  content.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
