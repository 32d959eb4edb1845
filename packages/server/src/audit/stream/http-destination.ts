import type { Egress } from '../../lib/egress.ts';
import type { RecordDestination } from './stream-records.ts';

const deadlineMs = 30_000;

/** Posts each batch as a JSON array; any 2xx means that the receiver has it. */
export function httpDestination(
  { url, headers }: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
  egress: Egress,
): RecordDestination {
  return {
    name: 'http',
    send: async (records) => {
      const answer = await egress.send({
        method: 'POST',
        url,
        headers: [['content-type', 'application/json'], ...Object.entries(headers)],
        body: Buffer.from(JSON.stringify(records)),
        isIdempotent: true,
        deadlineMs,
      });
      if (answer.kind === 'failure') throw new Error(answer.message);
      if (answer.status < 200 || answer.status > 299)
        throw new Error(`the receiver answered ${answer.status}`);
    },
  };
}
