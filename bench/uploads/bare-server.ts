/**
 * The yardstick: a Fastify route with @fastify/multipart that writes each file to the disk, as its manual shows it.
 * No token, no type, no hash, no row.
 *
 *   node bench/uploads/bare-server.ts '{"folder":…,"sync":true|false}'
 *
 * With `sync` the bytes are on the disk before the answer, as the product has them.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import fastify from 'fastify';

export interface BareOptions {
  readonly folder: string;
  readonly sync: boolean;
}

async function serve({ folder, sync }: BareOptions): Promise<void> {
  const server = fastify({ logger: false });
  await server.register(multipart, { limits: { fileSize: 20 * 1024 * 1024 } });
  server.post('/storage/api/v1/upload/file', async (request) => {
    const part = await request.file();
    if (part === undefined) throw new Error('no file');
    const path = join(folder, randomUUID());
    await pipeline(part.file, createWriteStream(path));
    if (sync) {
      const handle = await open(path, 'r+');
      await handle.sync();
      await handle.close();
    }
    return { apiCode: 200, apiMsg: 'OK', data: { filename: part.filename, size: part.file.bytesRead } };
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  process.on('SIGTERM', () => {
    void server.close().then(() => process.exit(0));
  });
  process.stdout.write(
    `bare ready base_url=http://127.0.0.1:${(server.server.address() as AddressInfo).port}\n`,
  );
}

await serve(JSON.parse(process.argv[2]!) as BareOptions);
