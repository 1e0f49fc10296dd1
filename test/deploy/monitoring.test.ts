import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { readRepositoryFile, repositoryFiles } from '../support/repository.js';
import { ALERTS, alertTests, DASHBOARDS, type Panel } from './monitoring.js';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url));
const promtool = process.env.PROMTOOL_PATH ?? '';
const withPromtool = promtool ? describe : describe.skip;

withPromtool('promtool', () => {
  test('accepts the configuration and the rules, and each alert fires exactly when it should', async () => {
    for (const words of [
      ['check', 'config', 'prometheus.yml'],
      ['check', 'rules', 'alerts.yml'],
      ['test', 'rules', 'alerts.test.yml'],
    ]) {
      // Its findings go to standard output, and are worth reading.
      const { stdout } = await run(promtool, words, { cwd: folder }).catch((error) => ({
        stdout: String(error.stdout),
      }));
      expect(stdout).toMatch(/SUCCESS/);
      expect(stdout).not.toMatch(/FAILED/);
    }
  });
});

describe('the alerts', () => {
  test('each has a test in which it fires and one in which it does not', () => {
    const without = (has: (look: ReturnType<typeof alertTests>[number]) => boolean) => {
      const names = new Set(
        alertTests()
          .filter(has)
          .map(({ alertname }) => alertname),
      );
      return ALERTS.map(({ alert }) => alert).filter((name) => !names.has(name));
    };
    expect(without(({ fires }) => fires)).toEqual([]);
    expect(without(({ spares }) => spares)).toEqual([]);
  });

  test('each has its own section in the runbook, which gives its urgency', () => {
    const page = readRepositoryFile('docs/runbook.md');
    const sections = new Map(
      page
        .split(/^## /m)
        .slice(1)
        .map((text) => [text.split('\n')[0] ?? '', text]),
    );
    expect([...sections.keys()]).toEqual(expect.arrayContaining(ALERTS.map(({ alert }) => alert)));
    expect(sections.size).toBe(ALERTS.length);
    for (const { alert, labels, annotations } of ALERTS) {
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
      const urgency = labels.severity === 'page' ? '**Page.**' : '**Ticket.**';
      expect({ alert, isUrgent: sections.get(alert)?.includes(urgency) }).toEqual({ alert, isUrgent: true });
    }
  });
});

describe('the dashboards', () => {
  test('have unique ids, and their panels do not overlap', () => {
    expect(new Set(DASHBOARDS.map(({ uid }) => uid)).size).toBe(DASHBOARDS.length);
    for (const { title, panels } of DASHBOARDS) {
      const overlapping = panels.filter((one) => panels.some((other) => other !== one && overlap(one, other)));
      expect({ title, overlapping: overlapping.map((panel) => panel.title) }).toEqual({ title, overlapping: [] });
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    }
  });

  test('describe each panel, and name the right alert', () => {
    const names = new Set(ALERTS.map(({ alert }) => alert));
    for (const { description, targets } of DASHBOARDS.flatMap(({ panels }) => panels)) {
      expect(description).not.toBe('');
      expect(targets.length).toBeGreaterThan(0);
      for (const [name] of description.matchAll(/Pushgraph[A-Z]\w+/g)) expect(names).toContain(name);
    }
  });

  test('are found by the provisioning', () => {
    const files = repositoryFiles('deploy/grafana/dashboards');
    expect(files.every((file) => file.endsWith('.json'))).toBe(true);
    expect(readRepositoryFile('deploy/grafana/provisioning/dashboards/pushgraph.yml')).toMatch(/type: file/);
    for (const { templating } of DASHBOARDS) expect(templating.list.map(({ name }) => name)).toEqual(['datasource']);
  });
});

const overlap = ({ gridPos: a }: Panel, { gridPos: b }: Panel): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
