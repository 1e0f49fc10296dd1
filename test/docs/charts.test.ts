import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { drawCharts } from '../../bench/support/draw-charts.js';
import type { Saved } from '../../bench/support/saved-results.js';

const DOCS = new URL('../../docs/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, DOCS), 'utf8');
const namesOf = (ending: string): string[] =>
  readdirSync(new URL('benchmarks/', DOCS))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .toSorted();

describe('charts of benchmarks', () => {
  const names = namesOf('.json');

  test('exist exactly for each saved run, and are shown in the docs', () => {
    expect(names.length).toBeGreaterThan(0);
    expect(namesOf('.svg')).toEqual(names);
    const shown = read('benchmarks.md') + read('capacity.md') + read('observability.md');
    expect(names.filter((name) => !shown.includes(`](benchmarks/${name}.svg)`))).toEqual([]);
  });

  test.each(names)('of %s match their figures (npm run bench -- charts)', (name) => {
    const saved = JSON.parse(read(`benchmarks/${name}.json`)) as Saved;
    expect(saved.bench).toBe(name);
    expect(read(`benchmarks/${name}.svg`)).toBe(drawCharts(saved));
  });

  test('show each value with its unit and its target, and accept any name', () => {
    const bars = [
      { name: 'a <b> & "c"', value: 1_234.5 },
      { name: 'nothing', value: 0 },
    ];
    const charts = [{ title: 'Time', unit: 'ms', target: 1_000, groups: [{ name: 'SQLite', bars }] }];
    const saved = { bench: 'x', at: '2026-11-22T10:00:00.000Z', machine: 'M', settings: { BENCH_LINES: '5' }, charts };
    const svg = drawCharts({ ...saved, figures: {} });
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, content]) => content);
    expect(texts).toEqual([
      ...['Time (ms)', 'SQLite', 'a &lt;b&gt; &amp; &quot;c&quot;', '1,235', 'nothing', '0', 'target 1,000'],
      'npm run bench -- x BENCH_LINES=5; 2026-11-22; M',
    ]);
    expect([...svg.matchAll(/<rect class="(\w+)"/g)].map(([, kind]) => kind)).toEqual(['ground', 'over', 'bar']);
    expect(svg).toContain('prefers-color-scheme: dark');
  });
});
