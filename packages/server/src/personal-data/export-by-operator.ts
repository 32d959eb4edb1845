import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Scope } from '../lib/scope.ts';
import { type ZipEntry, zipOf } from '../lib/zip-stream.ts';
import { type ExportTools, exportCustomer } from './export-customer.ts';

/** What the operator's command asks for. */
export interface OperatorExport extends Scope {
  readonly customerId: string;
  /** Absolute path of a new file where it ends in `.zip`, else of a new folder. */
  readonly out: string;
}

export type OperatorExportOutcome =
  | { readonly kind: 'exported'; readonly entries: number }
  | { readonly kind: 'notFound' }
  /** Nothing is overwritten. */
  | { readonly kind: 'exists' }
  /** A ZIP file does not hold more than 4 GiB; a folder does. */
  | { readonly kind: 'tooLarge' };

const maxZippedBytes = 3 * 1024 ** 3;

/** Writes all that is kept of a customer for whoever runs the deployment; what is there is whole, or not there. */
export async function exportByOperator(
  tools: ExportTools,
  { tenantId, domain, customerId, out }: OperatorExport,
): Promise<OperatorExportOutcome> {
  const isZip = out.toLowerCase().endsWith('.zip');
  if (await stat(out).catch(() => undefined)) return { kind: 'exists' };
  const exported = await exportCustomer(
    tools,
    { tenantId, domain },
    {
      customerId,
      actor: { kind: 'operator', id: 'gatehouse' },
      ...(isZip ? { maxFileBytes: maxZippedBytes } : {}),
    },
  );
  if (exported === undefined) return { kind: 'notFound' };
  if (exported === 'tooLarge') return { kind: 'tooLarge' };
  const { entries: made } = exported;
  const unfinished = `${out}.unfinished-${process.pid}`;
  let entries = 0;
  async function* counted(): AsyncGenerator<ZipEntry> {
    for await (const entry of made) {
      entries += 1;
      yield entry;
    }
  }
  try {
    if (isZip) await writeTo(unfinished, zipOf(counted()));
    else {
      for await (const { path, content } of counted()) {
        const file = join(unfinished, path);
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        await writeTo(file, typeof content === 'string' ? [Buffer.from(content)] : content());
      }
    }
    await rename(unfinished, out);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  return { kind: 'exported', entries };
}

function writeTo(path: string, bytes: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
  return pipeline(
    Readable.from(bytes, { objectMode: false }),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
}
