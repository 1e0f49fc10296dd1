import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { readRepositoryFile } from '../support/repository.js';
import { findBinary } from '../support/services/find-binary.js';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const CHART = join(REPOSITORY, 'deploy/helm/pushgraph');
/** The tools that `test/deploy/tools/install.mjs` has installed. */
const TOOLS = process.env.DEPLOY_TOOLS ?? '';
const [helm, hadolint] = [join(TOOLS, 'helm'), join(TOOLS, 'hadolint')];
const kubernetesSchemas = readdirSync(join(TOOLS, 'kubernetes')).map((name) => ({
  version: /\d+\.\d+\.\d+/.exec(name)?.[0] ?? '',
  folder: join(TOOLS, 'kubernetes', name),
}));

const run = (program: string, ...words: string[]): string =>
  execFileSync(program, words, { cwd: REPOSITORY, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** These schemas are third-party; their extensions beyond the standard are accepted. */
const newAjv = () => new Ajv({ strict: false, validateFormats: false, allErrors: true });

test('hadolint finds nothing in the Dockerfile', () => {
  expect(run(hadolint, 'Dockerfile')).toBe('');
});

test('compose.yaml matches the schema of compose files', () => {
  const { $schema: _, ...schema } = JSON.parse(readFileSync(join(TOOLS, 'compose-spec.json'), 'utf8'));
  const validate = newAjv().compile(schema);
  const file = parse(readRepositoryFile('compose.yaml'), { merge: true });
  validate(file);
  expect(validate.errors ?? []).toEqual([]);
  expect(validate({ ...file, services: { api: { imagee: 'x' } } })).toBe(false);
});

const systemd = findBinary('systemd-analyze');

(systemd ? test : test.skip)('systemd takes the unit, and finds little that it exposes', () => {
  const unit = 'deploy/systemd/pushgraph.service';
  const checked = spawnSync(systemd ?? '', ['verify', unit], { cwd: REPOSITORY, encoding: 'utf8' });
  // The only accepted complaint is that the program is not installed here.
  expect(checked.stderr.split('\n').filter((line) => line && !/not executable|No such file/.test(line))).toEqual([]);
  // The score is out of 10.0; above the threshold, in tenths, the status is not 0.
  run(systemd ?? '', 'security', '--offline=true', '--threshold=20', unit);
});

describe('the chart', () => {
  const template = (version: string, ...sets: string[]): Resource[] => {
    const words = sets.flatMap((set) => ['--set', set]);
    const text = run(
      helm,
      'template',
      'our',
      CHART,
      '--kube-version',
      version,
      '--set',
      'existingSecret=secrets',
      ...words,
    );
    return parseAllDocuments(text).map((document) => document.toJS() as Resource);
  };

  test('passes helm lint, and reports missing values', () => {
    expect(run(helm, 'lint', '--strict', CHART, '--set', 'existingSecret=secrets')).toMatch(/0 chart\(s\) failed/);
    const without = spawnSync(helm, ['template', 'our', CHART, '--kube-version', '1.34.0'], { encoding: 'utf8' });
    expect(without.stderr).toMatch(/existingSecret is required/);
    const wrong = ['template', 'our', CHART, '--kube-version', '1.34.0', '--set', 'existingSecret=s,worker.replicaz=1'];
    expect(spawnSync(helm, wrong, { encoding: 'utf8' }).stderr).toMatch(/replicaz/);
  });

  test.each(kubernetesSchemas)(
    'renders manifests that Kubernetes $version accepts, with any values',
    ({ version, folder }) => {
      const ajv = newAjv();
      ajv.addSchema(readSchema(folder, '_definitions'), '/api/_definitions.json');
      const check = (resource: Resource) => {
        const [group = '', release = ''] = resource.apiVersion.includes('/')
          ? resource.apiVersion.split('/')
          : ['', resource.apiVersion];
        const name = [resource.kind.toLowerCase(), ...(group ? [group.split('.')[0]] : []), release].join('-');
        const validate = ajv.getSchema(name) ?? ajv.addSchema(readSchema(folder, name), name).getSchema(name);
        validate?.(resource);
        return { kind: resource.kind, errors: validate?.errors ?? null };
      };
      const everything = [
        'ingress.enabled=true',
        'ingress.className=nginx',
        'ingress.tlsSecret=tls',
        'ingress.annotations.a=b',
        'secretKeys={redis-url,jobs-url}',
        'caConfigMap=ca',
        'env.LOG_LEVEL=debug',
        'env.CONCURRENCY=8',
        'imagePullSecrets[0].name=registry',
        'nodeSelector.disk=fast',
        'tolerations[0].operator=Exists',
        'podAnnotations.a=b',
        'api.autoscaling.enabled=false',
        'extraEnv[0].name=REGION',
        'extraEnv[0].valueFrom.fieldRef.fieldPath=metadata.namespace',
        'extraVolumes[0].name=scratch',
        'extraVolumes[0].emptyDir.medium=Memory',
        'extraVolumeMounts[0].name=scratch',
        'extraVolumeMounts[0].mountPath=/scratch',
        'priorityClassName=high',
        'affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey=zone',
        'topologySpreadConstraints[0].maxSkew=2',
        'topologySpreadConstraints[0].topologyKey=topology.kubernetes.io/zone',
        'topologySpreadConstraints[0].whenUnsatisfiable=DoNotSchedule',
        'serviceAccount.annotations.role=push',
        'networkPolicy.enabled=true',
        'networkPolicy.requestsFrom[0].namespaceSelector.matchLabels.name=ingress',
        'networkPolicy.metricsFrom[0].namespaceSelector.matchLabels.name=monitoring',
        'networkPolicy.egress[0].ports[0].port=443',
      ];
      const kinds = new Set<string>();
      for (const sets of [[], everything, ['worker.autoscaling.enabled=false', 'service.type=LoadBalancer']]) {
        for (const resource of template(version, ...sets)) {
          expect(check(resource)).toEqual({ kind: resource.kind, errors: null });
          kinds.add(resource.kind);
        }
      }
      expect([...kinds]).toEqual(expect.arrayContaining(['Ingress', 'NetworkPolicy', 'ServiceAccount']));
      const [deployment] = template(version).filter(({ kind }) => kind === 'Deployment');
      expect(check({ ...deployment, spec: { replicaz: 1 } } as Resource).errors).not.toBeNull();
    },
  );

  test('admits the same paths through its ingress as nginx: all but metrics, device files of any size, and images', () => {
    const sets = ['className=nginx', 'host=push.example.org', 'tlsSecret=certificate', 'annotations.allow=everybody'];
    const made = template('1.34.0', 'ingress.enabled=true', ...sets.map((set) => `ingress.${set}`));
    const ingresses = made.filter(({ kind }) => kind === 'Ingress');
    const service = made.find(({ kind }) => kind === 'Service');
    for (const { spec } of ingresses) {
      expect(spec).toMatchObject({
        ingressClassName: 'nginx',
        tls: [{ hosts: ['push.example.org'], secretName: 'certificate' }],
        rules: [{ host: 'push.example.org' }],
      });
      for (const { backend } of pathsOf(spec)) {
        expect(backend).toEqual({ service: { name: service?.metadata.name, port: { name: 'http' } } });
      }
    }
    expect(service?.spec.ports).toMatchObject([{ name: 'http' }]);

    const nginx = readRepositoryFile('deploy/nginx/pushgraph.conf');
    const location = /location \/imports\/ \{(.*?)\}/s.exec(nginx)?.[1] ?? '';
    const [all, imports] = ingresses;
    expect(ingresses).toHaveLength(2);
    expect(pathsOf(imports?.spec)).toMatchObject([
      { path: '/imports/', pathType: 'Prefix' },
      { path: '/media', pathType: 'Prefix' },
    ]);
    expect(imports?.metadata.annotations).toEqual({
      allow: 'everybody',
      [`${INGRESS_NGINX}/proxy-body-size`]: /client_max_body_size (\w+);/.exec(location)?.[1],
      [`${INGRESS_NGINX}/proxy-request-buffering`]: /proxy_request_buffering (\w+);/.exec(location)?.[1],
    });
    expect(all?.metadata.annotations).toEqual({
      allow: 'everybody',
      [`${INGRESS_NGINX}/proxy-body-size`]: /client_max_body_size (\w+);/.exec(nginx.replace(location, ''))?.[1],
    });

    // settings.test.ts checks that none is missing.
    const open = ingresses.flatMap(({ spec }) => pathsOf(spec).map(({ path, pathType }) => `${pathType} ${path}`));
    expect(open).toEqual(expect.arrayContaining(['Exact /', 'Prefix /api/', 'Prefix /console', 'Prefix /imports/']));
    expect(open.filter((path) => /\/(?:metrics|healthz)|^Prefix \/$/.test(path))).toEqual([]);
  });

  test('replaces pods when their settings change, and gives metrics a port outside every Service', () => {
    const made = template('1.34.0', 'serviceMonitor.enabled=true', 'networkPolicy.enabled=true');
    const checksums = (...sets: string[]) =>
      template('1.34.0', ...sets)
        .filter(({ kind }) => kind === 'Deployment')
        .map(({ spec }) => spec.template?.metadata?.annotations?.['checksum/settings']);
    expect(checksums()).toHaveLength(2);
    expect(checksums('env.LOG_LEVEL=debug')).not.toEqual(checksums());
    expect(checksums('secretKeys={redis-url}')).not.toEqual(checksums());
    const monitor = made.find(({ kind }) => kind === 'PodMonitor');
    expect(monitor?.spec.podMetricsEndpoints).toMatchObject([{ port: 'metrics', path: '/metrics' }]);
    expect(made.find(({ kind }) => kind === 'Service')?.spec.ports).toMatchObject([{ name: 'http' }]);
    for (const { spec } of made.filter(({ kind }) => kind === 'Deployment')) {
      expect(spec.template?.spec.containers[0]?.env).toContainEqual({ name: 'METRICS_PORT', value: '9464' });
    }
    const policies = made.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec);
    expect(policies).toMatchObject([
      { policyTypes: ['Ingress'], ingress: [{ ports: [{ port: 'http' }] }, { ports: [{ port: 'metrics' }] }] },
      { policyTypes: ['Ingress'], ingress: [{ ports: [{ port: 'metrics' }] }] },
    ]);
  });

  test('makes the migration wait for its database, and ends it in time', () => {
    const job = template('1.34.0', 'migration.waitSeconds=60', 'migration.timeoutSeconds=7200').find(
      ({ kind }) => kind === 'Job',
    );
    expect(job?.spec).toMatchObject({ activeDeadlineSeconds: 7_200 });
    expect(job?.spec.template?.spec.containers[0]?.command).toEqual([
      ...['node', 'dist/cli.js', 'migrate', '--timeout', '60'],
    ]);
    // The ServiceAccount is created after the migration.
    expect(job?.spec.template?.spec).not.toHaveProperty('serviceAccountName');
  });

  test('separates requests from sending, migrates first, and gives each pod only what it needs', () => {
    const made = template(
      '1.34.0',
      'secretKeys={redis-url}',
      'serviceMonitor.enabled=true',
      'prometheusRule.enabled=true',
    );
    expect(made.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
      'Deployment our-pushgraph-api',
      'Deployment our-pushgraph-worker',
      'HorizontalPodAutoscaler our-pushgraph-api',
      'HorizontalPodAutoscaler our-pushgraph-worker',
      'Job our-pushgraph-migrate',
      'PodDisruptionBudget our-pushgraph-api',
      'PodDisruptionBudget our-pushgraph-worker',
      'PodMonitor our-pushgraph',
      'PrometheusRule our-pushgraph',
      'Service our-pushgraph',
      'ServiceAccount our-pushgraph',
    ]);
    const pods = made.flatMap(({ kind, spec }) =>
      kind !== 'ServiceAccount' && spec.template ? [spec.template.spec] : [],
    );
    expect(pods).toHaveLength(3);
    for (const { securityContext, containers, automountServiceAccountToken } of pods) {
      expect({ automountServiceAccountToken, securityContext }).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000 },
      });
      expect(containers[0]?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      const names = containers[0]?.env.map(({ name }) => name) ?? [];
      expect(names).toEqual(expect.arrayContaining(['DATABASE_URL_FILE', 'MASTER_KEY_FILE', 'REDIS_URL_FILE']));
    }
    const [worker] = made.filter(
      ({ kind, metadata }) => kind.startsWith('Horizontal') && metadata.name.endsWith('worker'),
    );
    expect(worker?.spec.metrics?.[0]?.external?.metric).toEqual({
      name: 'pushgraph_waiting',
      selector: { matchLabels: { kind: 'batches' } },
    });
    const [rule] = made.filter(({ kind }) => kind === 'PrometheusRule');
    expect(rule?.spec.groups).toEqual(parse(readRepositoryFile('deploy/prometheus/alerts.yml')).groups);
  });
});

const INGRESS_NGINX = 'nginx.ingress.kubernetes.io';

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: object };
  readonly spec: Spec;
}

interface Spec {
  readonly template?: {
    readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
    readonly spec: PodSpec;
  };
  readonly podMetricsEndpoints?: readonly object[];
  readonly metrics?: readonly { readonly external?: { readonly metric: object } }[];
  readonly groups?: object;
  readonly ports?: readonly object[];
  readonly rules?: readonly { readonly http: { readonly paths: readonly IngressPath[] } }[];
}

interface IngressPath {
  readonly path: string;
  readonly pathType: string;
  readonly backend: object;
}

const pathsOf = (spec: Spec | undefined): readonly IngressPath[] =>
  (spec?.rules ?? []).flatMap(({ http }) => http.paths);

interface PodSpec {
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: object;
  readonly containers: readonly {
    readonly securityContext: object;
    readonly command?: readonly string[];
    readonly env: readonly { readonly name: string }[];
  }[];
}

const readSchema = (folder: string, name: string): object => {
  const { $schema: _, ...schema } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  return schema;
};
