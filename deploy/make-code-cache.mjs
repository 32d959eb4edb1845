/**
 * Fills the code cache of a production tree by starting the service once and asking `doctor`: later starts on a
 * read-only file system then compile nothing. Run it as the user who will run the service, at the place where it will
 * run, on the Node that will run it: Node keeps a cache for each of them. Ends with 1 when the service does not start.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const gatehouse = fileURLToPath(import.meta.resolve('../packages/server/bin/gatehouse.mjs'));
const cache = fileURLToPath(import.meta.resolve('../node_modules/.cache/gatehouse-code'));
const timeoutMs = 300_000;

const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-cache-'));
const environment = {
  PATH: process.env.PATH,
  GATEHOUSE_DATA_DIR: dataDir,
  GATEHOUSE_PORT: '0',
  GATEHOUSE_METRICS_PORT: '0',
  GATEHOUSE_LOG_LEVEL: 'silent',
  // Nothing is asked of this address before a file is uploaded; its client is compiled.
  GATEHOUSE_S3_ENDPOINT: 'http://127.0.0.1:9',
  GATEHOUSE_S3_BUCKET: 'none',
  GATEHOUSE_S3_ACCESS_KEY: 'none',
  GATEHOUSE_S3_SECRET_KEY: 'none',
};

function start(...commandLine) {
  const child = spawn(process.execPath, [gatehouse, ...commandLine], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: timeoutMs,
  });
  return { child, ended: once(child, 'close') };
}

/** Starts the service, waits until it is ready for everything, and ends it. */
async function serveOnce() {
  const { child, ended } = start('serve');
  let output = '';
  let isAnswering = false;
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    const address = /base_url=(\S+)/.exec(output)?.[1];
    if (address === undefined || isAnswering) return;
    isAnswering = true;
    void untilReady(address, child).finally(() => child.kill('SIGTERM'));
  });
  const [code] = await ended;
  if (code !== 0) throw new Error(`gatehouse serve ended with ${code}`);
}

async function untilReady(address, child) {
  while (child.exitCode === null) {
    const answer = await fetch(new URL('/readyz', address)).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

try {
  await serveOnce();
  const { child, ended } = start('doctor');
  child.stdout.resume();
  // What it finds there is no matter; that it looked is.
  await ended;
  const files = readdirSync(cache, { recursive: true }).length;
  process.stdout.write(`${files} files of compiled code are in ${cache}\n`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
