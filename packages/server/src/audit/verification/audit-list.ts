import type { AuditQuery, AuditRecordView } from '@gatehouse/contract';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { statement } from '../../database/index.ts';
import type { TenantScope } from '../../lib/scope.ts';
import { commonActions, isRareAction } from '../common-actions.ts';
import type { ActorKind, AuditedObject } from '../index.ts';

export interface AuditPage {
  readonly records: AuditRecordView[];
  readonly nextCursor: string | null;
}

const cursorForm = z.tuple([z.iso.datetime({ precision: 6 }), z.uuid()]);

interface Row {
  readonly eventId: string;
  readonly at: Date;
  readonly atKey: string;
  readonly domain: string;
  readonly actorKind: ActorKind;
  readonly actor: string;
  readonly act: string;
  readonly objectKind: string;
  readonly objectId: string;
  readonly detail: Record<string, unknown>;
}

/** Records of a tenant, of all its domains, newest first; undefined for what is no cursor of this list. */
export async function listAudit(
  database: Database,
  scope: TenantScope,
  request: Asked & Pick<AuditQuery, 'limit' | 'cursor'>,
): Promise<AuditPage | undefined> {
  const { values, value, conditions } = filterOf(scope, request);
  if (request.cursor !== undefined) {
    const position = readCursor(request.cursor);
    if (position === undefined) return undefined;
    conditions.push(`(at, event_id) < (${value(position[0])}::timestamptz, ${value(position[1])}::uuid)`);
  }
  const rows = await database.read(
    scope,
    statement<Row>(
      `select event_id::text as "eventId", at, domain, actor_kind as "actorKind", actor, act,
         object_kind as "objectKind", object_id as "objectId", detail,
         to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "atKey"
       from audit_event where ${conditions.join(' and ')}
       order by at desc, event_id desc limit ${value(request.limit + 1)}`,
      values,
    ),
  );
  const page = rows.slice(0, request.limit);
  const last = rows.length > request.limit ? page.at(-1) : undefined;
  return {
    records: page.map(describe),
    nextCursor: last ? JSON.stringify([last.atKey, last.eventId]) : null,
  };
}

function hasNoCommonAction({ act, objectKind }: Asked): boolean {
  if (objectKind !== undefined && !commonActions.some((common) => common.startsWith(`${objectKind}.`)))
    return true;
  return (
    act !== undefined &&
    !commonActions.some((common) => (act.endsWith('.') ? common.startsWith(act) : common === act))
  );
}

/** Objects of one domain; records of the list are about one of them. */
export interface DomainObjects {
  readonly domain: string;
  readonly objects: readonly AuditedObject[];
}

/** What the log calls the customers among them. */
export function customersIn(about: readonly DomainObjects[]): string[] {
  return about.flatMap(({ objects }) =>
    objects.filter(({ kind }) => kind === 'customer').map(({ id }) => id),
  );
}

type Asked = Omit<AuditQuery, 'limit' | 'cursor' | 'customerId'> & {
  /** Those of a customer, in each domain that has it. Absent: records about anything. */
  readonly about?: readonly DomainObjects[] | undefined;
  /** What the log calls the customers whose customerId is the `objectId`. */
  readonly sameObjects?: readonly string[] | undefined;
};

/** How many records there are, counted up to `most`. */
export async function countAudit(
  database: Database,
  scope: TenantScope,
  request: Asked & { readonly max: number },
): Promise<number> {
  const { values, value, conditions } = filterOf(scope, request);
  const [row] = await database.read(
    scope,
    statement<{ count: number }>(
      `select count(*)::int as count from (
         select from audit_event where ${conditions.join(' and ')} limit ${value(request.max)}) found`,
      values,
    ),
  );
  return row!.count;
}

function filterOf(scope: TenantScope, request: Asked) {
  const values: unknown[] = [];
  const value = (submitted: unknown) => `$${values.push(submitted)}`;
  const conditions = [`tenant_id = ${value(scope.tenantId)}`];
  const equal = { domain: request.domain, actor: request.actor, actor_kind: request.actorKind };
  const objects = { object_kind: request.objectKind };
  for (const [column, wanted] of Object.entries({ ...equal, ...objects })) {
    if (wanted !== undefined) conditions.push(`${column} = ${value(wanted)}`);
  }
  if (request.objectId !== undefined) {
    conditions.push(`object_id = any(${value([request.objectId, ...(request.sameObjects ?? [])])}::text[])`);
  }
  if (request.about !== undefined) conditions.push(aboutThese(value, request.about));
  if (request.act?.endsWith('.')) {
    conditions.push(
      `act collate "C" >= ${value(request.act)} and act collate "C" < ${value(request.act.replace(/\.$/, '/'))}`,
    );
  } else if (request.act !== undefined) conditions.push(`act collate "C" = ${value(request.act)}`);
  if (hasNoCommonAction(request)) conditions.push(isRareAction);
  // An index by actor has addresses of people alone.
  if (request.actor?.includes('@') === true) conditions.push(`actor like '%@%'`);
  if (request.from !== undefined) conditions.push(`at >= ${value(new Date(request.from))}`);
  if (request.to !== undefined) conditions.push(`at < ${value(new Date(request.to))}`);
  return { values, value, conditions };
}

/**
 * Records about some objects, each found by the index of objects. As an array, so that the planner takes them for a few: beside a
 * limit it would else go through all records of the tenant in the order of the list, until it has met as many of these.
 */
function aboutThese(value: (submitted: unknown) => string, about: readonly DomainObjects[]): string {
  const each = about.map(({ domain, objects }) => {
    const place = value(domain);
    const kinds = value(objects.map(({ kind }) => kind));
    const ids = value(objects.map(({ id }) => id));
    return `domain = ${place} and event_id = any(array(
      select found.event_id from unnest(${kinds}::text[], ${ids}::text[]) as object (kind, id) cross join lateral (
        select event_id from audit_event
        where tenant_id = $1 and domain = ${place} and object_kind = object.kind and object_id = object.id offset 0) found))`;
  });
  return each.length === 0 ? 'false' : `(${each.join(' or ')})`;
}

function readCursor(text: string): readonly [string, string] | undefined {
  try {
    return cursorForm.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function describe(row: Row): AuditRecordView {
  return {
    eventId: row.eventId,
    at: row.at.getTime(),
    domain: row.domain === '' ? null : row.domain,
    actor: { kind: row.actorKind, id: row.actor },
    act: row.act,
    object: { kind: row.objectKind, id: row.objectId },
    detail: row.detail,
  };
}
