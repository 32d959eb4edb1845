import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { defineConsoleRoute } from './route.ts';

/** Erasing customers, and legal holds that forbid it (docs/erasure.md). */

const instant = z.int().describe('Epoch milliseconds.');
const inDomain = z.object({ domain: z.string() });
const ofCustomer = z.object({ domain: z.string(), customerId: requiredText(200) });
const ofErasure = z.object({ domain: z.string(), erasureId: z.string() });
const ofHold = z.object({ domain: z.string(), holdId: z.string() });
const reason = requiredText(1000);
const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(100),
  cursor: z.string().optional().describe('The `nextCursor` of the page before.'),
});
const nextCursor = z.string().nullable().describe('Null on the last page.');

export const erasureStates = ['REQUESTED', 'CONFIRMED', 'REFUSED', 'DONE'] as const;

const blocks = z
  .object({
    executions: z.int().describe('Workflows of the customer that have not ended.'),
    openCases: z.int().describe('Cases of the customer that nobody has decided.'),
    holds: z.int().describe('Legal holds on the customer or one of its cases.'),
    executionIds: z.array(z.string()).describe('The oldest of these executions, at most 20.'),
    caseNos: z.array(z.string()).describe('The oldest of these cases, at most 20.'),
  })
  .meta({ id: 'ErasureBlocks' })
  .describe('What keeps the customer from being erased now; it is erased when all counts are 0.');
export type ErasureBlocksView = z.infer<typeof blocks>;

const erasureView = z
  .object({
    erasureId: z.string(),
    customerId: z.string().nullable().describe('Null once the customer is erased.'),
    auditId: z.string().describe('What the audit log calls the customer.'),
    reason: z.string(),
    state: z
      .enum(erasureStates)
      .describe('`CONFIRMED`: it is being carried out, or waits for what keeps it from that.'),
    requestedBy: z.string(),
    requestedAt: instant,
    answeredBy: z.string().nullable().describe('Who confirmed or refused it, or withdrew it.'),
    answeredAt: instant.nullable(),
    refusal: z.string().nullable().describe('Why it was refused or withdrawn.'),
    erased: z
      .record(z.string(), z.int())
      .describe('Rows that went so far by table; `file`: files of the file store.'),
    finishedAt: instant.nullable(),
    failures: z.int().describe('Attempts that failed one after the other.'),
    failure: z.string().nullable().describe('Of the last of them.'),
    retryAt: instant.nullable().describe('When the next attempt is due; null where none failed.'),
    blocks: blocks.nullable().describe('Null where it is refused or done.'),
  })
  .meta({ id: 'Erasure' });
export type ErasureView = z.infer<typeof erasureView>;

const holdView = z
  .object({
    holdId: z.string(),
    customerId: z.string(),
    caseNo: z.string().nullable().describe('Null: the customer as a whole.'),
    reason: z.string(),
    placedBy: z.string(),
    placedAt: instant,
    releaseRequestedBy: z
      .string()
      .nullable()
      .describe('Who asked to release it; another person releases it.'),
    releaseRequestedAt: instant.nullable(),
    releaseReason: z.string().nullable(),
    releasedBy: z.string().nullable(),
    releasedAt: instant.nullable().describe('Null: it is in force.'),
  })
  .meta({ id: 'LegalHold' });
export type LegalHoldView = z.infer<typeof holdView>;

const erasureOutput = z.object({ erasure: erasureView });
const holdOutput = z.object({ hold: holdView });

export const erasureRoutes = {
  'customers.export': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/customers/{customerId}/export',
    title:
      'Export all that is kept of a customer, as one ZIP file: JSON by table, the files, and a page in words',
    details: 'See [erasure.md](erasure.md#access). The audit log has each export as `customer.export`.',
    access: 'erasures.manage',
    params: ofCustomer,
    answers: 'file',
    problems: ['BUSY', 'TOO_LARGE'],
  }),
  'customers.byAuditId': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/audited-customers/{auditId}',
    title: 'Which customer the audit log calls by an ID, or when that customer was erased',
    access: 'customers.read',
    params: z.object({ domain: z.string(), auditId: z.uuid() }),
    output: z.object({
      customerId: z.string().nullable().describe('Null: the customer was erased.'),
      erased: z
        .object({
          at: instant,
          erasureId: z.string().nullable().describe('The request that two people decided.'),
          retentionRunId: z.string().nullable().describe('The run that deleted it at the end of its period.'),
        })
        .nullable()
        .describe('Null: the customer is there.'),
    }),
    problems: [],
  }),
  'erasures.list': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/erasures',
    title: 'List requests to erase customers: those that are open first, then the newest',
    access: 'erasures.read',
    params: inDomain,
    query: pageQuery,
    output: z.object({ erasures: z.array(erasureView), nextCursor }),
    problems: [],
  }),
  'erasures.preview': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/customers/{customerId}/erasure',
    title: 'What erasing a customer would delete, and what forbids it now',
    access: 'erasures.read',
    params: ofCustomer,
    output: z.object({
      name: z.string().nullable().describe('What the customer is called.'),
      extent: z
        .object({
          executions: z.int(),
          cases: z.int(),
          hits: z.int(),
          rulings: z.int(),
          deliveries: z.int().describe('Calls of webhooks.'),
        })
        .describe('Rows that would go. Files, links, messages and search words go with them.'),
      blocks,
      erasure: erasureView.nullable().describe('The open request; null without one.'),
      holds: z.array(holdView).describe('Those in force.'),
    }),
    problems: [],
  }),
  'erasures.request': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/customers/{customerId}/erasure',
    title: 'Request to erase a customer; another person confirms it',
    access: 'erasures.manage',
    params: ofCustomer,
    body: z.strictObject({
      reason: reason.describe('Why, such as the request of the person. It stays: do not name the person.'),
    }),
    output: erasureOutput,
    problems: ['MOVE_REFUSED'],
  }),
  'erasures.confirm': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/erasures/{erasureId}/confirm',
    title: 'Confirm a request of somebody else; the customer is erased at once, for ever',
    access: 'erasures.manage',
    needsProof: true,
    params: ofErasure,
    body: z.strictObject({
      customerId: requiredText(200).describe(
        'The customer, once more: what is confirmed is what was looked at.',
      ),
    }),
    output: erasureOutput,
    problems: ['MOVE_REFUSED', 'OWN_WORK'],
  }),
  'erasures.refuse': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/erasures/{erasureId}/refuse',
    title: 'Refuse a request that nobody has confirmed, or withdraw one’s own',
    access: 'erasures.manage',
    params: ofErasure,
    body: z.strictObject({ reason }),
    output: erasureOutput,
    problems: ['MOVE_REFUSED'],
  }),
  'holds.list': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/holds',
    title: 'List legal holds: those in force first, then the newest',
    access: 'erasures.read',
    params: inDomain,
    query: pageQuery.extend({
      caseNo: requiredText(20)
        .optional()
        .describe('Those on this case, and those on its customer as a whole. Absent: all of the domain.'),
    }),
    output: z.object({ holds: z.array(holdView), nextCursor }),
    problems: [],
  }),
  'holds.place': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/customers/{customerId}/holds',
    title:
      'Place a legal hold on a customer or one of its cases: it is not erased while the hold is in force',
    access: 'erasures.manage',
    params: ofCustomer,
    body: z.strictObject({
      reason,
      caseNo: requiredText(20)
        .optional()
        .describe('A case of the customer; absent: the customer as a whole.'),
    }),
    output: holdOutput,
    problems: [],
  }),
  'holds.requestRelease': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/holds/{holdId}/release-request',
    title: 'Request to release a legal hold; another person releases it',
    access: 'erasures.manage',
    params: ofHold,
    body: z.strictObject({ reason }),
    output: holdOutput,
    problems: ['MOVE_REFUSED'],
  }),
  'holds.refuseRelease': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/holds/{holdId}/release-refusal',
    title: 'Refuse a request to release a legal hold, or withdraw one’s own: the hold stays in force',
    access: 'erasures.manage',
    params: ofHold,
    output: holdOutput,
    problems: ['MOVE_REFUSED'],
  }),
  'holds.release': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/holds/{holdId}/release',
    title: 'Release a legal hold, as somebody else requested',
    access: 'erasures.manage',
    needsProof: true,
    params: ofHold,
    output: holdOutput,
    problems: ['MOVE_REFUSED', 'OWN_WORK'],
  }),
} as const;
