import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './support/free-port.ts';
import { findProgram } from './support/installed-tools.ts';
import { until } from './support/server-process.ts';

const sample = fileURLToPath(new URL('../../../deploy/proxies/cells.nginx.conf', import.meta.url));
const nginx = findProgram('nginx');
if (nginx === undefined)
  process.stderr.write('The proxy before cells is not tried: apt-get install nginx-light\n');

/** A cell that says which one it is and what came. */
async function startCell(name: string): Promise<Server> {
  const server = createServer((call, answer) => {
    answer.end(JSON.stringify({ cell: name, url: call.url, host: call.headers.host }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

describe.skipIf(nginx === undefined)('the sample of nginx before several cells', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-cells-'));
  let cells: Server[];
  let port: number;
  let proxy: ChildProcess;

  beforeAll(async () => {
    cells = await Promise.all([startCell('cell_1'), startCell('cell_2')]);
    port = await freePort();
    const plainPort = await freePort();
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'fullchain.pem')];
    const form = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
    execFileSync('openssl', [...form, ...files], { stdio: 'ignore' });
    mkdirSync(join(folder, 'log'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
      .join(' ');
    const config = readFileSync(sample, 'utf8')
      .replaceAll('127.0.0.1:8081', `127.0.0.1:${portOf(cells[0]!)}`)
      .replaceAll('127.0.0.1:8082', `127.0.0.1:${portOf(cells[1]!)}`)
      .replaceAll('/run/nginx.pid', join(folder, 'nginx.pid'))
      .replaceAll('/var/log/nginx', join(folder, 'log'))
      .replaceAll('/etc/ssl/gatehouse', folder)
      .replaceAll('listen 443 ssl http2', `listen 127.0.0.1:${port} ssl http2`)
      .replaceAll('listen 80', `listen 127.0.0.1:${plainPort}`)
      .replace('server_tokens off;', `server_tokens off; ${temporary}`);
    writeFileSync(join(folder, 'nginx.conf'), config);
    const options = ['-c', join(folder, 'nginx.conf'), '-e', 'stderr', '-g', 'daemon off;'];
    proxy = spawn(nginx!, options, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    proxy.stderr!.on('data', (text: Buffer) => {
      said += text.toString();
    });
    const isListening = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('connect', () => resolve(socket.destroy() !== undefined));
        socket.on('error', () => resolve(false));
      });
    await until(`nginx to listen: ${said}`, async () => proxy.exitCode !== null || (await isListening()));
    expect(said).toBe('');
  });
  afterAll(async () => {
    const ended = once(proxy, 'close');
    proxy.kill('SIGTERM');
    await ended;
    for (const cell of cells) cell.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function ask(host: string, path: string, method = 'POST'): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, method, headers: { host }, rejectUnauthorized: false };
      const call = request({ ...options, servername: host }, (answer) => {
        let body = '';
        answer.on('data', (piece: Buffer) => {
          body += piece.toString();
        });
        answer.on('end', () => resolve({ status: answer.statusCode!, body }));
      });
      call.on('error', reject);
      call.end();
    });
  }

  async function cellOf(host: string, path: string): Promise<string> {
    const { body } = await ask(host, path);
    return (JSON.parse(body) as { cell: string }).cell;
  }

  it('sends a call to the cell of its apiKey, as it came', async () => {
    const path = '/gateway?api=workflow.execution.status&apiVersion=1.0&sign=0a&apiKey=ak_of_acme';
    const { body } = await ask('gatehouse.example.org', path);
    expect(JSON.parse(body)).toEqual({ cell: 'cell_2', url: path, host: 'gatehouse.example.org' });
    expect(await cellOf('gatehouse.example.org', '/gateway?apiKey=ak_of_somebody&api=x')).toBe('cell_1');
    expect(await cellOf('gatehouse.example.org', '/gateway/quickscan.submit?apiKey=ak_of_acme')).toBe(
      'cell_2',
    );
  });

  it('sends everything else to the cell of its host, and calls too where the host names one', async () => {
    for (const path of ['/console/', '/verify/?linkToken=x', '/storage/api/v1/upload']) {
      expect(await cellOf('cell-1.gatehouse.example.org', path)).toBe('cell_1');
      expect(await cellOf('cell-2.gatehouse.example.org', path)).toBe('cell_2');
      expect(await cellOf('acme.example.org', path)).toBe('cell_2');
    }
    expect(await cellOf('cell-1.gatehouse.example.org', '/gateway?apiKey=ak_of_acme')).toBe('cell_1');
  });

  it('serves no page under the name of all, and writes no query into its log', async () => {
    for (const path of [
      '/console/',
      '/verify/?linkToken=secret-of-link',
      '/storage/api/v1/upload',
      '/readyz',
    ]) {
      expect((await ask('gatehouse.example.org', path, 'GET')).status).toBe(404);
    }
    const log = () => readFileSync(join(folder, 'log', 'access.log'), 'utf8');
    await until('the log', () => log().includes('/readyz'));
    expect(log()).toContain('"cell":"cell_2"');
    expect(log()).not.toMatch(/sign=|secret-of-link|ak_of_acme/);
  });
});
