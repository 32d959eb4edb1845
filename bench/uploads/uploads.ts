/**
 * Files of 20 MB, 50 at a time, against a bare Fastify handler that writes the same bytes, in the same run:
 * bytes a second, processor time a file, and how much memory the server takes meanwhile.
 *
 *   npm run bench:uploads [rounds] [parallel] [store]
 */
import { mkdir, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { png } from '../../packages/server/src/uploads/sample-files.fixture.ts';
import { callGateway } from '../../packages/server/test/support/network.ts';
import { machineLine, median, megabytes, spread } from '../rig/figures.ts';
import { type RunningService, startProgram, startService, untilReady } from '../rig/service.ts';
import { openStores } from '../rig/stores.ts';
import { benchTenants, caller } from '../rig/tenant.ts';

const rounds = Number(process.argv[2] ?? 3);
const parallel = Number(process.argv[3] ?? 50);
const file = png(20 * 1024 * 1024);
const boundary = 'bench-boundary';
const jsonImage = Buffer.from(file.toString('base64'), 'latin1');

interface Body {
  readonly path: string;
  readonly contentType: string;
  readonly pieces: readonly Buffer[];
}

function formOf(token: string): Body {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="uploadToken"\r\n\r\n${token}\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
  const pieces = [Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)];
  return {
    path: '/storage/api/v1/upload/file',
    contentType: `multipart/form-data; boundary=${boundary}`,
    pieces,
  };
}

function jsonOf(token: string): Body {
  const head = `{"uploadToken":"${token}","filename":"a.png","image":"data:image/png;base64,`;
  const pieces = [Buffer.from(head), jsonImage, Buffer.from('"}')];
  return { path: '/storage/api/v1/upload', contentType: 'application/json', pieces };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });

function send(port: number, body: Body): Promise<void> {
  const length = body.pieces.reduce((sum, piece) => sum + piece.length, 0);
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port,
        host: '127.0.0.1',
        agent,
        method: 'POST',
        path: body.path,
        headers: { 'content-type': body.contentType, 'content-length': length },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        response.on('end', () => {
          if (response.statusCode === 200) resolve();
          else
            reject(new Error(`${response.statusCode} ${String(response.headers['x-error-detail'])} ${text}`));
        });
      },
    );
    call.on('error', reject);
    for (const piece of body.pieces) call.write(piece);
    call.end();
  });
}

interface Figures {
  readonly megabytesPerSecond: number;
  readonly cpuMsPerFile: number;
  readonly residentBefore: number;
  readonly residentPeak: number;
}

async function measure(service: RunningService, body: Body, count: number): Promise<Figures> {
  const residentBefore = service.residentBytes();
  let residentPeak = residentBefore;
  const watch = setInterval(() => {
    residentPeak = Math.max(residentPeak, service.residentBytes());
  }, 50);
  const [cpu, from] = [service.cpuSeconds(), performance.now()];
  await Promise.all(Array.from({ length: count }, () => send(service.port, body)));
  const seconds = (performance.now() - from) / 1000;
  clearInterval(watch);
  return {
    megabytesPerSecond: (count * file.length) / 1e6 / seconds,
    cpuMsPerFile: ((service.cpuSeconds() - cpu) * 1000) / count,
    residentBefore,
    residentPeak,
  };
}

const stores = await openStores(process.argv[4] ?? 'PostgreSQL');
const store = await stores.create(stores.names[0]!);
const folders = { sync: join(store.directory, 'bare-sync'), plain: join(store.directory, 'bare-plain') };
for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true });
const bareFile = join(import.meta.dirname, 'bare-server.ts');
const service = await startService(store, { tenants: benchTenants() });
const bareSync = await startProgram(
  bareFile,
  { folder: folders.sync, sync: true },
  join(store.directory, 'sync.log'),
);
const barePlain = await startProgram(
  bareFile,
  { folder: folders.plain, sync: false },
  join(store.directory, 'plain.log'),
);
try {
  await untilReady(service);
  const answer = await callGateway(`http://127.0.0.1:${service.port}/gateway`, caller, {
    api: 'storage.upload.token',
    data: {},
  });
  const { uploadToken: token } = answer.data as { uploadToken: string };
  const subjects = {
    'bare handler': { service: barePlain, body: formOf(token) },
    'bare handler with fsync': { service: bareSync, body: formOf(token) },
    'service, multipart': { service, body: formOf(token) },
    'service, JSON': { service, body: jsonOf(token) },
  };
  console.log(`${store.name}, ${parallel} at a time; ${machineLine()}`);
  // One at a time first, so that code and memory are as they are when nothing runs in parallel.
  for (const { service: server, body } of Object.values(subjects)) await measure(server, body, 1);
  const figures = new Map<string, Figures[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, { service: server, body }] of Object.entries(subjects)) {
      const measured = await measure(server, body, parallel);
      figures.set(name, [...(figures.get(name) ?? []), measured]);
      process.stderr.write(`round ${round + 1}, ${name}: ${measured.megabytesPerSecond.toFixed(0)} MB/s\n`);
      for (const folder of Object.values(folders)) {
        await rm(folder, { recursive: true });
        await mkdir(folder);
      }
    }
  }
  console.log(machineLine());
  const yardstick = figures.get('bare handler with fsync')!;
  for (const [name, rows] of figures) {
    const ratios = rows.map((row, at) => row.megabytesPerSecond / yardstick[at]!.megabytesPerSecond);
    const byCpu = rows.map((row, at) => yardstick[at]!.cpuMsPerFile / row.cpuMsPerFile);
    const memory = `${megabytes(median(rows.map((row) => row.residentBefore)))} before, peak ${megabytes(Math.max(...rows.map((row) => row.residentPeak)))}`;
    console.log(
      `${name}: ${spread(
        rows.map((row) => row.megabytesPerSecond),
        0,
      )} MB/s, ratio ${spread(ratios)}; ${spread(
        rows.map((row) => row.cpuMsPerFile),
        0,
      )} ms CPU a file, by CPU ${spread(byCpu)}; resident ${memory}`,
    );
  }
} finally {
  agent.destroy();
  await Promise.all([service.stop(), bareSync.stop(), barePlain.stop()]);
  await stores.stop();
}
