// `npm run verify:guide`: follows docs/deployment.md literally on an empty Debian that a real systemd has booted, from
// the first command to a scrape by Prometheus and an answer over https by either proxy. The machine is a systemd-nspawn
// container with its own network, so packages are fetched in advance and it is unreachable from elsewhere. It needs
// root, and `apt-get install debootstrap systemd-container`.
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const MIRROR = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';
const BASE = 'systemd,systemd-sysv,dbus,ca-certificates,curl,openssl,procps,systemd-container';
const START_MS = 180_000;
/** A reader stays in one shell, and therefore in the folder of the first commands. */
const WHERE = 'cd /usr/local/src/pushgraph 2>/dev/null || cd /root';

const guide = readFileSync(join(REPOSITORY, 'docs/deployment.md'), 'utf8');

const main = async () => {
  for (const program of ['debootstrap', 'systemd-nspawn', 'nsenter']) {
    if (spawnSync('which', [program]).status !== 0) {
      throw new Error(`${program} is missing: apt-get install debootstrap systemd-container`);
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'pushgraph-guide-'));
  const root = join(folder, 'root');
  try {
    run('cp', ['-a', emptyDebian(), root]);
    putNode(root);
    putRepository(root);
    const machine = await boot(root, folder);
    try {
      await follow(machine);
    } catch (error) {
      process.stderr.write(
        `${machine.sh('journalctl -u pushgraph -u caddy -u authority --no-pager -n 60', { mayFail: true })}\n`,
      );
      throw error;
    } finally {
      await machine.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A new Debian with the packages that the guide installs, cached for the user. */
const emptyDebian = () => {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pushgraph', 'debian-12');
  if (!existsSync(cache)) {
    say('an empty Debian (once)');
    const making = `${cache}.${process.pid}`;
    mkdirSync(dirname(cache), { recursive: true });
    try {
      run('debootstrap', ['--variant=minbase', `--include=${BASE}`, 'bookworm', making, MIRROR]);
      renameSync(making, cache);
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
  const commands = [...guide.matchAll(/^apt-get install -y (.+)$/gm)].map(
    ([, packages]) => `apt-get install -y -qq --download-only ${packages}`,
  );
  const script = ['apt-get update -qq', ...commands].join('\n');
  const fetched = `${cache}.packages`;
  if (!existsSync(fetched) || readFileSync(fetched, 'utf8') !== script) {
    say('its packages (once)');
    cpSync('/etc/resolv.conf', join(cache, 'etc/resolv.conf'));
    run('chroot', [cache, 'sh', '-ec', script]);
    writeFileSync(fetched, script);
  }
  return cache;
};

/** The guide begins on a machine that has Node.js; npm finds its packages in the user's cache. */
const putNode = (root) => {
  const prefix = dirname(dirname(process.execPath));
  cpSync(process.execPath, join(root, 'usr/bin/node'));
  cpSync(join(prefix, 'lib/node_modules/npm'), join(root, 'usr/lib/node_modules/npm'), { recursive: true });
  run('ln', ['-sf', '../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/bin/npm')]);
  const npmConfig = (name) => run('npm', ['config', 'get', name], { cwd: REPOSITORY }).trim();
  writeFileSync(
    join(root, 'root/.npmrc'),
    `registry=${npmConfig('registry')}\noffline=true\nfund=false\naudit=false\n`,
  );
  cpSync(join(npmConfig('cache'), '_cacache'), join(root, 'root/.npm/_cacache'), { recursive: true });
};

/** Makes a repository of the committed state to clone from. */
const putRepository = (root) => {
  run('git', ['clone', '--quiet', '--bare', REPOSITORY, join(root, 'srv/pushgraph.git')]);
  run('chown', ['-R', '0:0', join(root, 'srv/pushgraph.git')]);
};

/** Boots systemd as process 1 of a machine with its own network. */
const boot = async (root, folder) => {
  const options = ['--quiet', '--register=no', '--keep-unit', '--private-network', '--boot', '--console=pipe'];
  const nspawn = spawn('systemd-nspawn', [...options, `--directory=${root}`, `--machine=guide-${process.pid}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => nspawn.once('exit', resolve));
  const stop = async () => {
    // Process 1 powers off at this signal; otherwise nspawn kills its machine.
    nspawn.kill('SIGTERM');
    await Promise.race([ended, sleep(20_000).then(() => nspawn.kill('SIGKILL'))]);
    await ended;
  };
  const leader = async () => {
    const found = spawnSync('pgrep', ['-P', String(nspawn.pid)], { encoding: 'utf8' }).stdout.trim();
    return found === '' ? null : found.split('\n')[0];
  };
  const pid = await until('the first process of the machine', leader);
  const sh = (script, { mayFail = false } = {}) => {
    const inside = [
      '-t',
      pid,
      '--all',
      '/usr/bin/env',
      '-i',
      'HOME=/root',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ];
    const { status, stdout, stderr } = spawnSync(
      'nsenter',
      [...inside, 'DEBIAN_FRONTEND=noninteractive', 'bash', '-ec', `${WHERE}; ${script}`],
      {
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      },
    );
    appendFileSync(join(folder, 'log'), `$ ${script}\n${stdout}${stderr}`);
    if (status !== 0 && !mayFail)
      throw new Error(`This ended with status ${status}:\n${script}\n${stdout.slice(-3_000)}${stderr.slice(-3_000)}`);
    return stdout.trim();
  };
  const isUp = async () =>
    /running|degraded/.test(sh('systemctl is-system-running || true', { mayFail: true })) ? true : null;
  try {
    await until('systemd', isUp);
  } catch (error) {
    await stop();
    throw error;
  }
  return { sh, stop };
};

const follow = async ({ sh }) => {
  const [install, mariadb, cli] = blocksOf('Debian with systemd');
  const [monitoring] = blocksOf('Monitoring');
  const [nginx, caddy] = blocksOf('Reverse proxy');
  const status = () => JSON.parse(sh('curl -s http://127.0.0.1:4000/readyz'));

  say('the service with SQLite');
  const answer = sh(install.replace('REPOSITORY', '/srv/pushgraph.git')).split('\n').at(-1);
  expectThat('the last command shows that it is ready', /"status":"ready"|"ok":true|ready/.test(answer), answer);
  const journal = sh('journalctl -u pushgraph --no-pager');
  expectThat(
    'the journal has the first key and the link to the console',
    /\/console\/join#/.test(journal),
    journal.slice(-2_000),
  );

  say('MariaDB');
  sh(mariadb);
  await until('the service on MariaDB', async () =>
    sh('curl -s http://127.0.0.1:4000/readyz || true') === '' ? null : true,
  );
  expectThat(
    'it is ready',
    sh('curl -s -o /dev/null -w "%{http_code}" http://127.0.0.1:4000/readyz') === '200',
    status(),
  );
  const tables = sh('mariadb pushgraph -Ne "SELECT COUNT(*) FROM device"');
  expectThat('the tables are there', tables === '0', tables);

  say('the command line');
  const users = sh(cli);
  expectThat('it lists the first account', users !== '', users);

  say('monitoring');
  sh(monitoring);
  const targets = await until('a scrape', async () => {
    const text = sh('curl -s http://127.0.0.1:9090/api/v1/targets || true');
    return text.includes('"health":"up"') ? JSON.parse(text) : null;
  });
  expectThat(
    'Prometheus scrapes the service',
    targets.data.activeTargets.every(({ health }) => health === 'up'),
    targets,
  );
  const rules = JSON.parse(sh('curl -s http://127.0.0.1:9090/api/v1/rules')).data.groups.flatMap(
    (group) => group.rules,
  );
  expectThat(
    'it has the rules, and none of them fires',
    rules.length > 0 && rules.every(({ state }) => state !== 'firing'),
    rules,
  );

  say('nginx');
  const certificate = '/etc/letsencrypt/live/push.example.com';
  sh(
    `mkdir -p ${certificate} && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=push.example.com -addext subjectAltName=DNS:push.example.com -keyout ${certificate}/privkey.pem -out ${certificate}/fullchain.pem 2>/dev/null`,
  );
  sh(nginx);
  const byNginx = sh(askConsole(`${certificate}/fullchain.pem`));
  expectThat('the console answers by https', byNginx.startsWith('200 text/html'), byNginx);

  say('Caddy in its place');
  const authority = openAuthority(sh);
  sh(caddy);
  const byCaddy = await until('a certificate', async () => {
    const answer = sh(askConsole(authority), { mayFail: true });
    return answer.startsWith('000') ? null : answer;
  });
  expectThat(
    'the console answers by https, with a certificate that Caddy got by itself',
    byCaddy.startsWith('200 text/html'),
    byCaddy,
  );

  say('an update');
  sh(
    'systemctl stop pushgraph && rm -rf /opt/pushgraph && cp -r /usr/local/src/pushgraph/release /opt/pushgraph && systemctl start pushgraph',
  );
  await until('the service', async () => (sh('curl -s http://127.0.0.1:4000/readyz || true') === '' ? null : true));
  const ended = sh('journalctl -u pushgraph --no-pager | grep -c "Main process exited" || true');
  expectThat('each stop was a clean one', ended === '0', ended);
  say(`systemd-analyze security: ${sh('systemd-analyze security pushgraph --no-pager').split('\n').at(-1)}`);
  process.stdout.write(`${passed} passed, 0 failed\n`);
};

const askConsole = (authority) =>
  `curl -sf --resolve push.example.com:443:127.0.0.1 --cacert ${authority} -o /dev/null -w '%{http_code} %{content_type}' https://push.example.com/console`;

/**
 * Replaces the Internet: an ACME authority at Let's Encrypt's address, which issues certificates to the server of each
 * name; returns its certificate's file. It is a second Caddy. To share port 443 with the guide's, it must run as the
 * same user, which the package would otherwise create, and without HTTP/3.
 */
const openAuthority = (sh) => {
  const place = '/srv/authority';
  const site = `{
  admin off
  auto_https disable_redirects
  default_bind 127.0.0.2
  servers {
    protocols h1 h2
  }
  skip_install_trust
  storage file_system ${place}/data
}
acme-v02.api.letsencrypt.org {
  tls internal
  rewrite /directory /acme/local/directory
  acme_server
}
`;
  const certificate = `${place}/data/pki/authorities/local/root.crt`;
  sh(`useradd --system --user-group --create-home --home-dir /var/lib/caddy --shell /usr/sbin/nologin caddy
dpkg -x /var/cache/apt/archives/caddy_*.deb ${place}
install -d -o caddy ${place}/data
cat > ${place}/Caddyfile <<'SITE'\n${site}SITE
printf '127.0.0.1 push.example.com\\n127.0.0.2 acme-v02.api.letsencrypt.org\\n' >> /etc/hosts
systemctl stop nginx
systemd-run --quiet --unit=authority -p User=caddy -p AmbientCapabilities=CAP_NET_BIND_SERVICE ${place}/usr/bin/caddy run --config ${place}/Caddyfile
timeout 60 sh -c 'until [ -e ${certificate} ]; do sleep 0.2; done'
install -m 0644 ${certificate} /usr/local/share/ca-certificates/authority.crt && update-ca-certificates`);
  return certificate;
};

/** The shell blocks below a heading of the guide, up to the next heading. */
const blocksOf = (heading) => {
  const section = new RegExp(`^#+ ${heading}$(.*?)(?=^#+ |(?![\\s\\S]))`, 'ms').exec(guide)?.[1] ?? '';
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block);
  if (blocks.length === 0) throw new Error(`docs/deployment.md has no commands below '${heading}'.`);
  return blocks;
};

let passed = 0;
const expectThat = (what, holds, found) => {
  if (!holds) throw new Error(`Not so: ${what}. Found:\n${typeof found === 'string' ? found : JSON.stringify(found)}`);
  passed += 1;
  process.stdout.write(`  ✓ ${what}\n`);
};

const say = (text) => process.stdout.write(`${text}\n`);

const until = async (what, ask) => {
  const deadline = performance.now() + START_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw new Error(`Waited ${START_MS} ms in vain for ${what}.`);
    await sleep(250);
  }
};

const run = (program, args, options = {}) => {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    ...options,
  });
  if (error) throw error;
  if (status !== 0)
    throw new Error(
      `${program} ${args.join(' ')} ended with status ${status}:\n${stdout.slice(-2_000)}${stderr.slice(-2_000)}`,
    );
  return stdout;
};

await main();
