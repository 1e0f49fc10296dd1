import { parse } from 'yaml';
import { readRepositoryFile, repositoryFiles } from '../support/repository.js';

/** The files for Prometheus and Grafana in `deploy`. */
interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: 'page' | 'ticket' };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

export interface Panel {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string }[];
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
}

interface AlertTest {
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly object[] }[];
  readonly input_series: readonly { readonly series: string }[];
}

const readYaml = <T>(path: string): T => parse(readRepositoryFile(path)) as T;

export const ALERTS: readonly Alert[] = readYaml<{ groups: { rules: Alert[] }[] }>(
  'deploy/prometheus/alerts.yml',
).groups.flatMap(({ rules }) => rules);

export const DASHBOARDS: readonly Dashboard[] = repositoryFiles('deploy/grafana/dashboards').map(
  (file) => JSON.parse(readRepositoryFile(file)) as Dashboard,
);

/** Each test case of an alert. `spares`: it includes a condition that must not trigger the alert. */
export const alertTests = (): { alertname: string; fires: boolean; spares: boolean }[] =>
  readYaml<{ tests: AlertTest[] }>('deploy/prometheus/alerts.test.yml').tests.flatMap((each) =>
    each.alert_rule_test.map(({ alertname, exp_alerts }) => ({
      alertname,
      fires: exp_alerts.length > 0,
      spares: exp_alerts.length < each.input_series.length,
    })),
  );

/** Every metric selector in Prometheus queries: `name{label="value"}`. */
export const usedSelectors = (): { metric: string; labels: Record<string, string>; where: string }[] => {
  const asked = [
    ...ALERTS.map(({ alert, expr }) => ({ where: alert, expr })),
    ...DASHBOARDS.flatMap(({ panels }) =>
      panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: title, expr }))),
    ),
  ];
  return asked.flatMap(({ where, expr }) =>
    [...expr.matchAll(/\b((?:pushgraph|http|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
      ([, metric = '', labels = '']) => ({
        metric,
        where,
        labels: Object.fromEntries(
          [...labels.matchAll(/(\w+)(?:=~|!=|=)"([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
        ),
      }),
    ),
  );
};
