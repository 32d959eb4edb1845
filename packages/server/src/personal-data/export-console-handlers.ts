import { Readable } from 'node:stream';
import { phrase } from '@gatehouse/contract';
import { type ConsoleHandlers, ConsoleRefusal } from '../console-api/index.ts';
import { zipOf } from '../lib/zip-stream.ts';
import { type ExportTools, exportCustomer } from './export-customer.ts';

/** A ZIP file without extensions ends at 4 GiB; rows come on top of files. */
const maxFileBytes = 3 * 1024 ** 3;
/** Exports that a node sends at once. */
const maxAtOnce = 4;

/** How people take out all that is kept of a customer: one export of a tenant at a time, a few of a node. */
export function exportConsoleHandlers(tools: ExportTools): Pick<ConsoleHandlers, 'customers.export'> {
  const sending = new Set<string>();
  return {
    'customers.export': async ({ scope, params, user }) => {
      const { tenantId } = scope;
      if (sending.has(tenantId) || sending.size >= maxAtOnce) {
        throw new ConsoleRefusal('BUSY', undefined, { retryAfterSeconds: 10 });
      }
      sending.add(tenantId);
      let bytes: Readable | undefined;
      try {
        const exported = await exportCustomer(tools, scope, {
          customerId: params.customerId,
          actor: { kind: 'user', id: user.email },
          maxFileBytes,
        });
        if (exported === undefined) throw new ConsoleRefusal('NOT_FOUND');
        if (exported === 'tooLarge') throw new ConsoleRefusal('TOO_LARGE', phrase('refusals.exportTooLarge'));
        bytes = Readable.from(zipOf(exported.entries), { objectMode: false });
        // Also where the browser goes away before the end.
        bytes.once('close', () => sending.delete(tenantId));
        return {
          filename: `customer-${exported.auditId}.zip`,
          contentType: 'application/zip',
          size: undefined,
          bytes,
        };
      } finally {
        if (bytes === undefined) sending.delete(tenantId);
      }
    },
  };
}
