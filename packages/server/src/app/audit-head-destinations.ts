import type { HeadDestination } from '../audit/verification/index.ts';
import type { Config } from '../config/index.ts';
import type { Egress } from '../lib/egress.ts';
import type { Logger } from '../lib/logger.ts';
import { smtpProvider } from '../messages/index.ts';
import { S3Store } from '../uploads/index.ts';

const deadlineMs = 30_000;

/** Where the signed heads of the audit log go each hour, by the settings. */
export function auditHeadDestinations(
  { audit, messages, objectStore }: Config,
  { egress, logger }: { readonly egress: Egress; readonly logger: Logger },
): HeadDestination[] {
  const destinations: HeadDestination[] = logger.level === 'silent' ? [] : [logDestination(logger)];
  const { webhookUrl, mailTo, bucket } = audit;
  if (webhookUrl !== undefined) destinations.push(webhookDestination(webhookUrl, egress));
  if (mailTo !== undefined && messages.smtp !== undefined) {
    const provider = smtpProvider(messages.smtp);
    destinations.push({
      name: 'mail',
      send: async ({ signedAt, signature }, text) => {
        const result = await provider.send({
          messageId: `audit-${signature.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 32)}`,
          address: mailTo,
          name: 'Gatehouse',
          subject: `Signed heads of the audit log, ${signedAt}`,
          text,
          sms: text,
          html: `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`,
          language: 'en',
        });
        if (result.kind !== 'sent') throw new Error(result.failure);
      },
    });
  }
  if (bucket !== undefined && objectStore.kind === 's3') {
    const store = new S3Store({ ...objectStore, bucket });
    destinations.push({
      name: 'bucket',
      send: ({ signedAt }, text) => store.putText(`audit-heads/${signedAt.replaceAll(':', '-')}.json`, text),
    });
  }
  return destinations;
}

/** Its line is written at any level of the log; a log that is silent is no destination. */
function logDestination(logger: Logger): HeadDestination {
  const always = logger.child({}, { level: 'info' });
  return {
    name: 'log',
    send: async (heads) => always.info({ auditHeads: heads }, 'signed heads of the audit log'),
  };
}

function webhookDestination(url: string, egress: Egress): HeadDestination {
  return {
    name: 'webhook',
    send: async (_heads, text) => {
      const answer = await egress.send({
        method: 'POST',
        url,
        headers: [['content-type', 'application/json']],
        body: Buffer.from(text),
        isIdempotent: true,
        deadlineMs,
      });
      if (answer.kind === 'failure') throw new Error(answer.message);
      if (answer.status < 200 || answer.status > 299)
        throw new Error(`the webhook answered ${answer.status}`);
    },
  };
}
