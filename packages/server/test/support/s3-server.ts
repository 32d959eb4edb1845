import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from './free-port.ts';

/** An S3 server of the tests' own that checks signatures: OpenStack Swift with its S3 interface, on loopback. */
export interface TestS3 {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** A new empty bucket. */
  createBucket(): Promise<string>;
  /** A service's settings for a new bucket. */
  settings(): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

const servers = ['account', 'container', 'object', 'proxy'] as const;
const python = '/usr/bin/python3';
const executable = (name: string) => `/usr/bin/swift-${name}-server`;
const installHint =
  'install it with: apt-get install --no-install-recommends swift-proxy swift-account swift-container swift-object';
const startPatienceMs = 60_000;
const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };

/** Whether the server is installed; says so in one line where it is not, which under CI=true is an error. */
export function hasS3Server(): boolean {
  if (servers.every((name) => existsSync(executable(name)))) return true;
  const reason = `Swift is not installed (${installHint})`;
  if (process.env['CI'] === 'true') throw new Error(reason);
  process.stderr.write(`Tests on an S3 server are skipped: ${reason}\n`);
  return false;
}

/** One ring of one disk for each kind of server; a process for each ring would take a second each. */
const ringProgram = `
import sys
from swift.common.ring import RingBuilder
folder, ports = sys.argv[1], sys.argv[2:]
for kind, port in zip(('account', 'container', 'object'), ports):
    builder = RingBuilder(2, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'disk', 'weight': 1,
                     'replication_ip': '127.0.0.1', 'replication_port': int(port), 'meta': ''})
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (folder, kind))
`;

/** Swift drops to a user of its own where it can; without root everything runs as who runs the tests. */
function unprivileged(): { uid: number; gid: number; user: string } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const user of ['swift', 'nobody']) {
    try {
      const number = (flag: string): number =>
        Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: number('-u'), gid: number('-g'), user };
    } catch {
      // The next name may exist.
    }
  }
  throw new Error('there is neither a user swift nor nobody');
}

function currentUser(): string {
  return execFileSync('id', ['-un'], { encoding: 'utf8' }).trim();
}

/** Starts the four servers in a temporary directory, on free ports of 127.0.0.1; ready after some six seconds. */
export async function startS3Server(): Promise<TestS3> {
  const identity = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-s3-'));
  const ports: Record<(typeof servers)[number], number> = {
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
    proxy: await freePort(),
  };
  mkdirSync(join(folder, 'devices', 'disk'), { recursive: true });
  const user = identity?.user ?? currentUser();
  writeFileSync(join(folder, 'swift.conf'), swiftConf);
  for (const name of servers) {
    writeFileSync(join(folder, `${name}.conf`), serverConf({ name, folder, port: ports[name], user }));
  }
  chmodSync(folder, 0o755);
  for (const path of [folder, join(folder, 'devices'), join(folder, 'devices', 'disk')]) {
    if (identity !== undefined) chownSync(path, identity.uid, identity.gid);
  }
  const as = {
    ...(identity && { uid: identity.uid, gid: identity.gid }),
    cwd: folder,
    // Swift's programs ask for whatever python3 the path names first.
    env: { PATH: '/usr/bin:/bin', HOME: folder, PYTHONDONTWRITEBYTECODE: '1' },
  };
  const ringPorts = [ports.account, ports.container, ports.object].map(String);
  execFileSync(python, ['-c', ringProgram, folder, ...ringPorts], {
    ...as,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let log = '';
  const processes = servers.map((name) => {
    const server = spawn(python, [executable(name), join(folder, `${name}.conf`)], {
      ...as,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-8_000);
      });
    }
    return server;
  });
  const stopAtExit = (): void => {
    for (const server of processes) server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stopAtExit);
  const stop = async (): Promise<void> => {
    process.removeListener('exit', stopAtExit);
    const ended = processes.map((server) => new Promise((resolve) => server.once('close', resolve)));
    for (const server of processes) server.kill('SIGKILL');
    await Promise.all(ended);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const endpoint = `http://127.0.0.1:${ports.proxy}`;
  try {
    await untilReady(endpoint, processes, () => log);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...faceOf(endpoint), stop };
}

function faceOf(endpoint: string): Omit<TestS3, 'stop'> {
  let buckets = 0;
  const region = 'us-east-1';
  const createBucket = async (): Promise<string> => {
    buckets += 1;
    const bucket = `files-${process.pid}-${buckets}`;
    const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
    return bucket;
  };
  const { accessKeyId: accessKey, secretAccessKey: secretKey } = credentials;
  return {
    endpoint,
    region,
    accessKey,
    secretKey,
    createBucket,
    settings: async () => ({
      GATEHOUSE_S3_ENDPOINT: endpoint,
      GATEHOUSE_S3_REGION: region,
      GATEHOUSE_S3_BUCKET: await createBucket(),
      GATEHOUSE_S3_ACCESS_KEY: accessKey,
      GATEHOUSE_S3_SECRET_KEY: secretKey,
    }),
  };
}

async function untilReady(
  endpoint: string,
  processes: readonly ChildProcess[],
  complaint: () => string,
): Promise<void> {
  const deadline = performance.now() + startPatienceMs;
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  try {
    for (;;) {
      if (processes.some((server) => server.exitCode !== null)) {
        throw new Error(`Swift did not start: ${complaint()}`);
      }
      try {
        await client.send(new CreateBucketCommand({ Bucket: 'ready' }));
        return;
      } catch (cause) {
        if (performance.now() > deadline) throw new Error(`Swift did not start: ${complaint()}`, { cause });
        await sleep(100);
      }
    }
  } finally {
    client.destroy();
  }
}

const swiftConf = `[swift-hash]
swift_hash_path_prefix = gatehouse
swift_hash_path_suffix = tests
[storage-policy:0]
name = only
default = yes
`;

function serverConf(server: {
  name: (typeof servers)[number];
  folder: string;
  port: number;
  user: string;
}): string {
  const { name, folder, port, user } = server;
  const shared = `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
swift_dir = ${folder}
user = ${user}
log_level = ERROR
`;
  if (name !== 'proxy') {
    return `${shared}devices = ${folder}/devices
mount_check = false
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`;
  }
  // Nothing listens at the cache's port: it is asked for and done without. Servers that start later than the proxy would
  // not be asked again for a minute once they had not answered eleven times.
  return `${shared}[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_interval = 0
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${credentials.secretAccessKey} .admin
`;
}
