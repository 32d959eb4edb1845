import type { LinkEventType } from '@gatehouse/contract';
import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';

/** Statements of links and of the sessions that they are exchanged for. */

export interface NewLink {
  readonly linkId: string;
  /** Trimmed and in lower case. */
  readonly email: string;
  readonly customerId: string;
  readonly eventType: LinkEventType;
  readonly tokenHash: Buffer;
  readonly apiKey: string;
  readonly requestId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Where it leads to one document alone, of an execution that has begun. */
  readonly request?: {
    readonly executionId: string;
    readonly documentRequestId: string;
    readonly language: string | null;
  };
}

/**
 * Adds a link and ends the live one of the same address in whatever domain of the tenant; returns whether there was
 * one. Generations of one address wait for each other, so that one of them is the last.
 */
export async function replaceLink(tx: Tx, scope: Scope, link: NewLink): Promise<boolean> {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `link ${JSON.stringify([scope.tenantId, link.email])}`,
  ]);
  const ended = await tx.sql(
    `update link set ended_at = $3, end_reason = 'superseded'
     where tenant_id = $1 and email = $2 and ended_at is null returning 1`,
    [scope.tenantId, link.email, link.createdAt],
  );
  await tx.sql(
    `insert into link (tenant_id, domain, link_id, email, customer_id, event_type, token_hash, api_key, request_id,
       created_at, expires_at, execution_id, document_request_id, language)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      scope.tenantId,
      scope.domain,
      link.linkId,
      link.email,
      link.customerId,
      link.eventType,
      link.tokenHash,
      link.apiKey,
      link.requestId,
      link.createdAt,
      link.expiresAt,
      link.request?.executionId ?? null,
      link.request?.documentRequestId ?? null,
      link.request?.language ?? null,
    ],
  );
  return ended.length > 0;
}

/** A link as flows know it. */
export interface Link {
  readonly scope: Scope;
  readonly linkId: string;
  readonly email: string;
  readonly customerId: string;
  readonly eventType: LinkEventType;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endReason: 'superseded' | 'spent' | null;
  readonly executionId: string | null;
  readonly language: string | null;
  /** The key that made it; of a link to one document the key of the link before. */
  readonly apiKey: string;
  /** Where it leads to one document alone. */
  readonly documentRequestId: string | null;
}

interface LinkRow extends Omit<Link, 'scope'> {
  readonly tenantId: string;
  readonly domain: string;
}

const columns = `l.tenant_id as "tenantId", l.domain, l.link_id as "linkId", l.email, l.customer_id as "customerId",
  l.event_type as "eventType", l.created_at as "createdAt", l.expires_at as "expiresAt", l.end_reason as "endReason",
  l.execution_id as "executionId", l.language, l.api_key as "apiKey",
  l.document_request_id as "documentRequestId"`;

/** The link of a token, before a tenant is known; in operator transactions alone. A disabled tenant has none. */
export async function findLink(tx: Tx, tokenHash: Buffer): Promise<Link | undefined> {
  const [row] = await tx.sql<LinkRow & Record<string, unknown>>(
    `select ${columns} from link l join tenant t using (tenant_id) where l.token_hash = $1 and t.enabled`,
    [tokenHash],
  );
  return row && linkOf(row);
}

/** A link of a scope as it is now; with `lock` nobody else changes it before the transaction ends. */
export async function readLink(
  tx: Tx,
  scope: Scope,
  { linkId, lock = false }: { readonly linkId: string; readonly lock?: boolean },
): Promise<Link | undefined> {
  const [row] = await tx.sql<LinkRow & Record<string, unknown>>(
    `select ${columns} from link l where l.tenant_id = $1 and l.domain = $2 and l.link_id = $3${lock ? ' for update' : ''}`,
    [scope.tenantId, scope.domain, linkId],
  );
  return row && linkOf(row);
}

/** The newest link that led to an execution. */
export async function readLinkOfExecution(
  tx: Tx,
  scope: Scope,
  executionId: string,
): Promise<Link | undefined> {
  const [row] = await tx.sql<LinkRow & Record<string, unknown>>(
    `select ${columns} from link l where l.tenant_id = $1 and l.domain = $2 and l.execution_id = $3
     order by l.created_at desc limit 1`,
    [scope.tenantId, scope.domain, executionId],
  );
  return row && linkOf(row);
}

function linkOf({ tenantId, domain, ...link }: LinkRow): Link {
  return { scope: { tenantId, domain }, ...link };
}

/** The person has consented: the link leads to an execution from now on. */
export async function bindLink(
  tx: Tx,
  scope: Scope,
  binding: {
    readonly linkId: string;
    readonly executionId: string;
    readonly language: string;
    readonly at: Date;
  },
): Promise<void> {
  await tx.sql(
    `update link set execution_id = $4, language = $5, consented_at = coalesce(consented_at, $6)
     where tenant_id = $1 and domain = $2 and link_id = $3`,
    [scope.tenantId, scope.domain, binding.linkId, binding.executionId, binding.language, binding.at],
  );
}

/** The language that the person reads from now on; a link that has ended keeps its own. */
export async function setLanguage(
  tx: Tx,
  scope: Scope,
  { linkId, language }: { readonly linkId: string; readonly language: string },
): Promise<void> {
  await tx.sql(
    `update link set language = $4 where tenant_id = $1 and domain = $2 and link_id = $3 and ended_at is null`,
    [scope.tenantId, scope.domain, linkId, language],
  );
}

/** What the link was for has been submitted. */
export async function consumeLink(
  tx: Tx,
  scope: Scope,
  { linkId, at }: { linkId: string; at: Date },
): Promise<void> {
  await tx.sql(
    `update link set ended_at = $4, end_reason = 'spent'
     where tenant_id = $1 and domain = $2 and link_id = $3 and ended_at is null`,
    [scope.tenantId, scope.domain, linkId, at],
  );
}

/** A session's link. */
export interface SessionRow {
  readonly sessionId: string;
  readonly usedAt: Date;
  readonly link: Link;
}

export interface NewSession {
  readonly sessionId: string;
  readonly linkId: string;
  readonly tokenHash: Buffer;
  readonly at: Date;
  /** Sessions not used since then are over. */
  readonly idleSince: Date;
}

/** How many devices and tabs may use a link side by side; the one that was used longest ago gives way. */
const sessionsOfLink = 10;

export async function insertSession(tx: Tx, scope: Scope, session: NewSession): Promise<void> {
  await tx.sql(
    `delete from flow_session s where s.tenant_id = $1 and s.domain = $2 and s.link_id = $3 and (s.used_at <= $4
       or s.session_id in (select session_id from flow_session where tenant_id = $1 and domain = $2 and link_id = $3
         order by used_at desc offset ${sessionsOfLink - 1}))`,
    [scope.tenantId, scope.domain, session.linkId, session.idleSince],
  );
  await tx.sql(
    `insert into flow_session (tenant_id, domain, session_id, link_id, token_hash, started_at, used_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [scope.tenantId, scope.domain, session.sessionId, session.linkId, session.tokenHash, session.at],
  );
}

/** A session's link, before a tenant is known; in operator transactions alone. */
export async function findSession(
  tx: Tx,
  tokenHash: Buffer,
  idleSince: Date,
): Promise<SessionRow | undefined> {
  const [row] = await tx.sql<LinkRow & { sessionId: string; usedAt: Date }>(
    `select ${columns}, s.session_id as "sessionId", s.used_at as "usedAt"
     from flow_session s join link l using (tenant_id, domain, link_id) join tenant t using (tenant_id)
     where s.token_hash = $1 and s.used_at > $2 and t.enabled`,
    [tokenHash, idleSince],
  );
  if (!row) return undefined;
  const { sessionId, usedAt, ...link } = row;
  return { sessionId, usedAt, link: linkOf(link) };
}

/** When the newest session of a link began, where that is a later one than the session that asks. */
export async function readNewerSession(
  tx: Tx,
  scope: Scope,
  { linkId, sessionId }: { readonly linkId: string; readonly sessionId: string },
): Promise<Date | undefined> {
  const [newest] = await tx.sql<{ sessionId: string; startedAt: Date }>(
    `select session_id as "sessionId", started_at as "startedAt" from flow_session
     where tenant_id = $1 and domain = $2 and link_id = $3 order by started_at desc, session_id desc limit 1`,
    [scope.tenantId, scope.domain, linkId],
  );
  return newest === undefined || newest.sessionId === sessionId ? undefined : newest.startedAt;
}

export async function touchSession(
  tx: Tx,
  scope: Scope,
  { sessionId, at }: { sessionId: string; at: Date },
): Promise<void> {
  await tx.sql(
    'update flow_session set used_at = greatest(used_at, $4) where tenant_id = $1 and domain = $2 and session_id = $3',
    [scope.tenantId, scope.domain, sessionId, at],
  );
}

/** Deletes sessions that nobody has used for a day; across tenants, in operator transactions alone. */
export async function deleteOldSessions(tx: Tx, before: Date): Promise<void> {
  await tx.sql('delete from flow_session where used_at < $1', [before]);
}
