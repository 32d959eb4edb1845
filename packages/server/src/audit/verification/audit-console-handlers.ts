import type { AuditQuery } from '@gatehouse/contract';
import { phrase } from '@gatehouse/contract';
import { z } from 'zod';
import { type ConsoleHandlers, ConsoleRefusal } from '../../console-api/index.ts';
import type { Database } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import type { MasterKeys } from '../../lib/secrets.ts';
import {
  type AuditedObject,
  type AuditFinding,
  type AuditProgress,
  atBeginning,
  deploymentLevel,
} from '../index.ts';
import { exportAudit } from './audit-export.ts';
import { type AuditPage, customersIn, type DomainObjects, listAudit } from './audit-list.ts';
import { verifyNext } from './verify-audit.ts';

type AuditHandlers = Pick<
  ConsoleHandlers,
  | 'audit.list'
  | 'audit.export'
  | 'audit.verify'
  | 'deploymentAudit.list'
  | 'deploymentAudit.export'
  | 'deploymentAudit.verify'
>;

export interface AuditTools {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  readonly domainsOf: (tenantId: string) => ReadonlySet<string>;
  /** What the log has records about of a customer of a domain. */
  readonly findObjectsOf: (scope: Scope, customerId: string) => Promise<readonly AuditedObject[]>;
}

/** How people read, export and verify the audit log, over the console's interface. */
export function auditConsoleHandlers(service: AuditTools): AuditHandlers {
  const { database } = service;
  return {
    // An access token is of one domain, whatever it asks for.
    'audit.list': async ({ user: { tenantId, accessToken }, query }) => {
      const { customerId, ...others } = query;
      const domain = accessToken?.domain ?? query.domain;
      const about = await aboutCustomer(service, tenantId, { customerId, domain });
      const sameObjects = await customersNamed(service, tenantId, { ...query, domain });
      return listOf(database, tenantId, { ...others, domain, about, sameObjects });
    },
    'audit.export': async ({ user: { tenantId, email }, query }) =>
      exportAudit(database, {
        tenantId,
        actor: { kind: 'user', id: email },
        query,
        about: await aboutCustomer(service, tenantId, query),
        sameObjects: await customersNamed(service, tenantId, query),
      }),
    'audit.verify': ({ user, query }) => verifyOf(service, user.tenantId, query.after),
    'deploymentAudit.list': ({ query }) => listOf(database, deployment, query),
    'deploymentAudit.export': ({ user, query }) =>
      exportAudit(database, { tenantId: deployment, actor: { kind: 'operator', id: user.email }, query }),
    'deploymentAudit.verify': ({ query }) => verifyOf(service, deployment, query.after),
  };
}

/** The record of what concerns no tenant alone. */
const { tenantId: deployment } = deploymentLevel;

/** What of a customer the log has records about, in each domain that is asked for; undefined where none is named. */
async function aboutCustomer(
  { domainsOf, findObjectsOf }: AuditTools,
  tenantId: string,
  { customerId, domain }: Pick<AuditQuery, 'customerId' | 'domain'>,
): Promise<DomainObjects[] | undefined> {
  if (customerId === undefined) return undefined;
  const about: DomainObjects[] = [];
  for (const place of domainsOf(tenantId)) {
    if (domain !== undefined && domain !== place) continue;
    const objects = await findObjectsOf({ tenantId, domain: place }, customerId);
    if (objects.length > 0) about.push({ domain: place, objects });
  }
  return about;
}

/** What the log calls the customers that people know by the ID of an object. */
async function customersNamed(
  service: AuditTools,
  tenantId: string,
  { objectId, objectKind = 'customer', domain }: Pick<AuditQuery, 'objectId' | 'objectKind' | 'domain'>,
): Promise<string[]> {
  if (objectId === undefined || objectKind !== 'customer') return [];
  const about = (await aboutCustomer(service, tenantId, { customerId: objectId, domain })) ?? [];
  return customersIn(about);
}

async function listOf(
  database: Database,
  tenantId: string,
  query: Parameters<typeof listAudit>[2],
): Promise<AuditPage> {
  const page = await listAudit(database, { tenantId }, query);
  if (page === undefined) {
    throw new ConsoleRefusal('INVALID', phrase('rules.cursor'), { field: 'cursor' });
  }
  return page;
}

async function verifyOf(service: AuditTools, tenantId: string, after: string | undefined) {
  const from = after === undefined ? atBeginning : readProgress(after);
  if (from === undefined) {
    throw new ConsoleRefusal('INVALID', phrase('rules.verificationNext'), { field: 'after' });
  }
  const { records, blocks, unsealed, unsignedBlocks, head, findings, next } = await verifyNext(
    service,
    tenantId,
    from,
  );
  return {
    records,
    blocks,
    unsealed,
    unsignedBlocks,
    head: head && { number: head.number, hash: head.hash, sealedAt: head.sealedAt },
    findings: findings.map(describeFinding),
    next: next && JSON.stringify([next.block, next.hash, next.records, next.missing, next.unsignedBlocks]),
  };
}

const count = z.int().min(0);
const progressForm = z.tuple([count, z.string().regex(/^[0-9a-f]{64}$/), count, count, count]);

function readProgress(text: string): AuditProgress | undefined {
  try {
    const [block, hash, records, missing, unsignedBlocks] = progressForm.parse(JSON.parse(text));
    return { block, hash, records, missing, unsignedBlocks };
  } catch {
    return undefined;
  }
}

function describeFinding(finding: AuditFinding) {
  return {
    kind: finding.kind,
    block: 'block' in finding ? finding.block : null,
    eventId: 'eventId' in finding ? finding.eventId : null,
  };
}
