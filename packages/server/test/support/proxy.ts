import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { findProgram } from './installed-tools.ts';
import { until } from './server-process.ts';

/** The samples of `deploy/proxies`, run as they are but for addresses, certificate and places of files. */

const samples = fileURLToPath(new URL('../../../../deploy/proxies/', import.meta.url));
const sampleNodes = [8081, 8082, 8083];

export type ProxyName = 'nginx' | 'Caddy';

export interface ReverseProxy {
  /** Where it answers by TLS; its certificate is trusted from now on. */
  readonly origin: string;
  /** Where it answers in clear text. */
  readonly plainOrigin: string;
  /** Everything that it has logged, errors included. */
  logged(): string;
  stop(): Promise<void>;
}

interface ProxyPlace {
  readonly folder: string;
  readonly port: number;
  readonly plainPort: number;
  readonly nodePorts: readonly number[];
  /** In place of the time that the sample gives a node to answer. */
  readonly answerSeconds: number | undefined;
}

/** The proxies that are installed here; says in one line which is not. */
export function installedProxies(): ProxyName[] {
  return (['nginx', 'Caddy'] as const).filter((name) => {
    if (findProgram(name.toLowerCase()) !== undefined) return true;
    process.stderr.write(`The story of ${name} is skipped: apt-get install ${name.toLowerCase()}\n`);
    return false;
  });
}

/** Starts a proxy before three nodes of 127.0.0.1, which may have another time to answer than the sample gives. */
export async function startProxy(
  name: ProxyName,
  nodePorts: readonly number[],
  answerSeconds?: number,
): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-proxy-'));
  const ports = { port: await freePort(), plainPort: await freePort() };
  const place: ProxyPlace = { folder, ...ports, nodePorts, answerSeconds };
  makeCertificate(folder);
  mkdirSync(join(folder, 'log'));
  const child = name === 'nginx' ? startNginx(place) : startCaddy(place);
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const logged = (): string =>
    [
      output,
      ...readdirSync(join(folder, 'log')).map((file) => readFileSync(join(folder, 'log', file), 'utf8')),
    ].join('');
  await until(`${name} to listen: ${output}`, () => child.exitCode !== null || isListening(place.port));
  if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${logged()}`);
  return {
    origin: `https://127.0.0.1:${place.port}`,
    plainOrigin: `http://127.0.0.1:${place.plainPort}`,
    logged,
    stop: async () => {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(socket.destroy() !== undefined));
    socket.on('error', () => resolve(false));
  });
}

function makeCertificate(folder: string): void {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'fullchain.pem')];
  const names = ['-subj', '/CN=gatehouse.example.org', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...files, ...names],
    {
      stdio: 'ignore',
    },
  );
  const own = readFileSync(join(folder, 'fullchain.pem'), 'utf8');
  setDefaultCACertificates([...getCACertificates('default'), own]);
}

/** Replaces each text of a sample, all of which it must have. */
function adapted(sample: string, replacements: readonly (readonly [text: string, by: string])[]): string {
  return replacements.reduce((config, [text, by]) => {
    if (!config.includes(text)) throw new Error(`the sample has no ${text}`);
    return config.replaceAll(text, by);
  }, sample);
}

function nodeAddresses({ nodePorts }: ProxyPlace): (readonly [string, string])[] {
  return sampleNodes.map((port, at) => [`127.0.0.1:${port}`, `127.0.0.1:${nodePorts[at]}`] as const);
}

/** The sample's time to answer, and what a test has in place of it. */
function answerTime({ answerSeconds }: ProxyPlace, setting: string, seconds: number): [string, string][] {
  if (answerSeconds === undefined) return [];
  return [[`${setting} ${seconds}s`, `${setting} ${answerSeconds}s`]];
}

function startNginx(place: ProxyPlace): ChildProcess {
  const { folder, port, plainPort } = place;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join(' ');
  const config = adapted(readFileSync(join(samples, 'nginx.conf'), 'utf8'), [
    ...nodeAddresses(place),
    ['/run/nginx.pid', join(folder, 'nginx.pid')],
    ['/var/log/nginx', join(folder, 'log')],
    ['/etc/ssl/gatehouse', folder],
    ['listen 443 ssl http2', `listen 127.0.0.1:${port} ssl http2`],
    ['listen 80', `listen 127.0.0.1:${plainPort}`],
    ...answerTime(place, 'proxy_read_timeout', 65),
    ['server_tokens off;', `server_tokens off; ${temporary}`],
  ]);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, config);
  return spawn(findProgram('nginx')!, ['-c', file, '-e', 'stderr', '-g', 'daemon off;'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function startCaddy(place: ProxyPlace): ChildProcess {
  const { folder, port, plainPort } = place;
  const certificate = `tls ${join(folder, 'fullchain.pem')} ${join(folder, 'key.pem')}`;
  const config = adapted(readFileSync(join(samples, 'Caddyfile'), 'utf8'), [
    ...nodeAddresses(place),
    ['/var/log/caddy', join(folder, 'log')],
    ...answerTime(place, 'response_header_timeout', 125),
    ['http://gatehouse.example.org {', 'http://127.0.0.1 {'],
    ['\ngatehouse.example.org {', `\n127.0.0.1 {\n\t${certificate}`],
    // The ports by which Caddy tells clear text from TLS, so that what it does by itself stays as it is.
    [
      '{\n\t# Errors',
      `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\t# Errors`,
    ],
  ]);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, config);
  return spawn(findProgram('caddy')!, ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
