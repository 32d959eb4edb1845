import { z } from 'zod';
import { instantOfQuery } from '../fields.ts';
import { actionObject } from './actor.ts';
import { defineConsoleRoute } from './route.ts';

/** The audit record: reading it and proving that nobody changed it (docs/audit.md). */

const text = z.string().min(1).max(400).optional();

/** Most links, executions and cases, of each, whose records are those of one customer. */
export const maxAuditedObjects = 1_000;

const auditRecord = z
  .object({
    eventId: z.string(),
    at: z.int().describe('Epoch milliseconds.'),
    domain: z.string().nullable().describe('Null: of the tenant as a whole.'),
    actor: z.object({
      kind: z.enum(['system', 'api_key', 'user', 'operator', 'end_user']),
      id: z.string().describe('The key, the e-mail address, or the part of the service that acted.'),
    }),
    act: z.string().describe('What was done, as `case.assign`.'),
    object: actionObject,
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditRecord' });
export type AuditRecordView = z.infer<typeof auditRecord>;

const auditQuery = z.object({
  domain: text,
  actor: text.describe('The id of who acted, exactly.'),
  actorKind: auditRecord.shape.actor.shape.kind.optional(),
  act: text.describe('`case.assign`, or `case.` for all acts on cases.'),
  objectKind: text,
  objectId: text,
  customerId: text.describe(
    `A customer, or what the audit log calls one: records about it, its holds and erasure requests, and its newest ${maxAuditedObjects} links, executions and cases each. Of an erased customer by the ID of the audit log alone: records about it and its erasure requests.`,
  ),
  from: instantOfQuery.optional().describe('At this instant or later; epoch milliseconds.'),
  to: instantOfQuery.optional().describe('Before this instant; epoch milliseconds.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});
export type AuditQuery = z.infer<typeof auditQuery>;

/** Most records that leave in one file. */
export const maxExportedRecords = 200_000;

const auditExportQuery = auditQuery.omit({ limit: true, cursor: true }).extend({
  format: z.enum(['csv', 'jsonl']).default('csv').describe('`jsonl`: one JSON object on each line.'),
});
export type AuditExportQuery = z.infer<typeof auditExportQuery>;

/** What does not agree with the seal; `docs/audit.md` tells what each means. */
const auditFinding = z.object({
  kind: z.enum([
    'changed',
    'missing',
    'added',
    'block changed',
    'block missing',
    'block not signed',
    'head missing',
    'head not signed',
    'head differs',
    'head unknown',
  ]),
  block: z.int().nullable(),
  eventId: z.string().nullable(),
});

const head = z.object({
  number: z.int().describe('Of the block, counted from 1.'),
  hash: z.string().describe('64 hexadecimal digits.'),
  sealedAt: z.string().describe('ISO 8601 in UTC.'),
});

const auditPage = z.object({ records: z.array(auditRecord), nextCursor: z.string().nullable() });
const verifiedPart = z.object({
  records: z.int().describe('Verified so far, over all calls.'),
  blocks: z.int(),
  findings: z.array(auditFinding).describe('Of this part; empty: no mismatch.'),
  unsealed: z.int().describe('Records not sealed yet; set in the last part.'),
  unsignedBlocks: z
    .int()
    .describe(
      'Blocks at the beginning that were sealed before blocks were signed; a signed hash holds them.',
    ),
  head: head.nullable(),
  next: z.string().nullable(),
});
const verifyQuery = z.object({
  after: z.string().max(200).optional().describe('`next` of the call before.'),
});

export const auditRoutes = {
  'audit.list': defineConsoleRoute({
    method: 'GET',
    path: '/audit',
    title: 'Records of every domain of the tenant, newest first',
    access: 'audit.read',
    query: auditQuery,
    output: auditPage,
    problems: ['INVALID'],
  }),
  'audit.export': defineConsoleRoute({
    method: 'GET',
    path: '/audit-file',
    title: `Records as a CSV file or as lines of JSON, newest first; refused where more than ${maxExportedRecords} fit`,
    access: 'audit.read',
    query: auditExportQuery,
    answers: 'file',
    problems: ['TOO_LARGE'],
  }),
  'audit.verify': defineConsoleRoute({
    method: 'GET',
    path: '/audit/verification',
    title: 'Verify the next blocks of the sealed chain; called again with `next` until that is null',
    access: 'audit.read',
    query: verifyQuery,
    output: verifiedPart,
    furtherRules: {
      after: 'is `next` of the call before',
    },
    problems: ['INVALID'],
  }),
  'deploymentAudit.list': defineConsoleRoute({
    method: 'GET',
    path: '/deployment-audit',
    title: 'Records of the deployment itself, newest first: what its operators did, and its lists',
    access: 'tenants.read',
    query: auditQuery.omit({ customerId: true }),
    output: auditPage,
    problems: ['INVALID'],
  }),
  'deploymentAudit.export': defineConsoleRoute({
    method: 'GET',
    path: '/deployment-audit-file',
    title: `The deployment's records as a CSV file or as lines of JSON; refused where more than ${maxExportedRecords} fit`,
    access: 'tenants.read',
    query: auditExportQuery.omit({ customerId: true }),
    answers: 'file',
    problems: ['TOO_LARGE'],
  }),
  'deploymentAudit.verify': defineConsoleRoute({
    method: 'GET',
    path: '/deployment-audit/verification',
    title:
      "Verify the next blocks of the deployment's own chain; called again with `next` until that is null",
    access: 'tenants.read',
    query: verifyQuery,
    output: verifiedPart,
    problems: ['INVALID'],
  }),
} as const;
