import type { LiveEvent } from '@gatehouse/contract';
import type { ConsoleEvent } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import { currentPosition, type ReadReplica, statement } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';

/** Above this many actions between two polls, one event says that anything may have changed. */
const maxObjects = 300;
/** A silent connection is taken for a dead one by proxies, most after a minute. */
const beatMs = 20_000;
/**
 * A browser connects again then, which looks at session, roles and domains anew: so long may somebody who was signed
 * out hear that something changed, and never what.
 */
const longestMs = 120_000;

interface AuditActionRow {
  /** The transaction from which the next poll reads: everything before it was sent. */
  readonly mark: string;
  /** In the store's log: everything that was read here lies before it. */
  readonly position: string;
  readonly eventId: string | null;
  readonly domain: string;
  readonly kind: string;
  readonly id: string;
}

type Object = LiveEvent['objects'][number];

/** Who listens, and to what. */
export interface LiveSubscription {
  /** What the browser heard last. */
  readonly lastEventId: string | undefined;
  /** Whether they may read cases, and so hear that somebody opens one or shuts it. */
  readonly readsCases: boolean;
}

/**
 * Sends the objects of audited actions to subscribed browsers. The audit log is the source: each action is recorded
 * in its own transaction, so that nothing is sent that was rolled back, and nothing is missed. Who has a case open is
 * no action: it is sent in the same way from its own rows (case-viewers.ts). Without a subscription nothing is read.
 */
export class LiveChanges {
  readonly #database: Database;
  readonly #onError: (error: Error) => void;
  readonly #intervalMs: number;
  readonly #replica: Pick<ReadReplica, 'maxLagMs'> | undefined;
  readonly #tenants = new Map<string, TenantWatch>();
  readonly #closing = new AbortController();

  constructor(
    database: Database,
    options: {
      readonly intervalMs?: number;
      readonly onError: (error: Error) => void;
      /** Where a replica answers reads, events carry what it has to have. */
      readonly replica?: Pick<ReadReplica, 'maxLagMs'> | undefined;
    },
  ) {
    this.#database = database;
    this.#onError = options.onError;
    this.#replica = options.replica;
    this.#intervalMs = options.intervalMs ?? 500;
  }

  /** Everything that changes in a domain from `lastEventId` on, or from now; ends after two minutes, or with `close`. */
  async *follow(scope: Scope, request: LiveSubscription): AsyncGenerator<ConsoleEvent | 'beat'> {
    const listener = new Listener(scope.domain, {
      readsCases: request.readsCases,
      readsReplica: this.#replica !== undefined,
    });
    const watch = this.#watchOf(scope.tenantId);
    watch.add(listener);
    const end = () => listener.end();
    const timers = [setInterval(() => listener.beat(), beatMs), setTimeout(end, longestMs)];
    for (const timer of timers) timer.unref();
    this.#closing.signal.addEventListener('abort', end);
    if (this.#closing.signal.aborted) end();
    try {
      // It is subscribed already: what is read here may be sent twice, and is never missed.
      yield await this.#start(scope, request);
      yield* listener.heard();
    } finally {
      for (const timer of timers) clearTimeout(timer);
      this.#closing.signal.removeEventListener('abort', end);
      if (watch.remove(listener)) this.#tenants.delete(scope.tenantId);
    }
  }

  /** Ends every connection. */
  close(): void {
    this.#closing.abort();
  }

  /** What changed since the browser last heard; of a mark that cannot be one of ours, everything. */
  async #start(scope: Scope, { lastEventId, readsCases }: LiveSubscription): Promise<ConsoleEvent> {
    const who = { domain: scope.domain, readsCases, readsReplica: this.#replica !== undefined };
    if (lastEventId === undefined && this.#replica !== undefined) {
      const rows = await readRecentActions(this.#database, scope.tenantId, this.#replica.maxLagMs);
      return { id: rows[0]!.mark, data: eventOf(rows, who) };
    }
    const known = lastEventId !== undefined && /^\d{1,19}$/.test(lastEventId) ? lastEventId : undefined;
    const rows = await readAuditActions(this.#database, scope.tenantId, known ?? null);
    const mark = rows[0]!.mark;
    // A store that was moved counts its transactions anew.
    if (known === undefined || BigInt(known) > BigInt(mark)) {
      return { id: mark, data: { ...eventOf(rows, who), all: lastEventId !== undefined, objects: [] } };
    }
    return { id: mark, data: eventOf(rows, who) };
  }

  #watchOf(tenantId: string): TenantWatch {
    let watch = this.#tenants.get(tenantId);
    if (watch === undefined) {
      const read = (mark: string | null) => readAuditActions(this.#database, tenantId, mark);
      watch = new TenantWatch(read, { intervalMs: this.#intervalMs, onError: this.#onError });
      this.#tenants.set(tenantId, watch);
    }
    return watch;
  }
}

/** Polls a tenant's actions as long as somebody is subscribed. */
class TenantWatch {
  readonly #read: (mark: string | null) => Promise<AuditActionRow[]>;
  readonly #options: { readonly intervalMs: number; readonly onError: (error: Error) => void };
  readonly #listeners = new Set<Listener>();
  #mark: string | null = null;
  /** Actions at or after the mark that were sent: a long open transaction holds the mark back. */
  #sent = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    read: (mark: string | null) => Promise<AuditActionRow[]>,
    options: { readonly intervalMs: number; readonly onError: (error: Error) => void },
  ) {
    this.#read = read;
    this.#options = options;
  }

  add(listener: Listener): void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#pollPeriodically();
  }

  /** Returns whether nobody is left. */
  remove(listener: Listener): boolean {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return false;
    clearTimeout(this.#timer);
    return true;
  }

  #pollPeriodically(): void {
    void this.#poll()
      .catch((error: unknown) => {
        this.#options.onError(new Error('Changes could not be read; trying again', { cause: error }));
      })
      .finally(() => {
        if (this.#listeners.size === 0) return;
        this.#timer = setTimeout(() => this.#pollPeriodically(), this.#options.intervalMs);
        this.#timer.unref();
      });
  }

  async #poll(): Promise<void> {
    const rows = await this.#read(this.#mark);
    const isFirst = this.#mark === null;
    this.#mark = rows[0]!.mark;
    const fresh = rows.filter(({ eventId }) => eventId !== null && !this.#sent.has(eventId));
    this.#sent = new Set(rows.flatMap(({ eventId }) => eventId ?? []));
    if (isFirst || fresh.length === 0) return;
    for (const listener of this.#listeners)
      listener.notify({ id: this.#mark, data: eventOf(fresh, listener) });
  }
}

/** One browser: what it has yet to hear. */
class Listener {
  readonly domain: string;
  readonly readsCases: boolean;
  readonly readsReplica: boolean;
  readonly #waiting: (ConsoleEvent | 'beat')[] = [];
  #isEnded = false;
  #wake: () => void = () => undefined;

  constructor(
    domain: string,
    { readsCases, readsReplica }: { readonly readsCases: boolean; readonly readsReplica: boolean },
  ) {
    this.domain = domain;
    this.readsCases = readsCases;
    this.readsReplica = readsReplica;
  }

  notify(event: { readonly id: string; readonly data: LiveEvent }): void {
    const { all, objects } = event.data;
    if (!all && objects.length === 0) return;
    // A browser that does not read gets one event later that says it missed something.
    if (this.#waiting.length > 20) {
      const data = { ...event.data, all: true, objects: [] };
      this.#waiting.splice(0, this.#waiting.length, { id: event.id, data });
    } else this.#waiting.push(event);
    this.#wake();
  }

  beat(): void {
    if (this.#waiting.length === 0) this.#waiting.push('beat');
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *heard(): AsyncGenerator<ConsoleEvent | 'beat'> {
    while (!this.#isEnded) {
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}

/** The mark as it is now, in every row, and with one the actions since; one row without an action where there is none. */
function readAuditActions(
  database: Database,
  tenantId: string,
  mark: string | null,
): Promise<AuditActionRow[]> {
  const since = `(select event_id::text, domain, object_kind, object_id from audit_event
     where tenant_id = $1 and transaction >= $2::xid8
     order by transaction, event_id limit $3)
    union all
    (select concat_ws(' ', transaction, domain, case_no, email), domain, 'case_viewer', case_no from case_viewer
     where tenant_id = $1 and transaction >= $2::xid8 limit $3)`;
  return database.read({ tenantId }, actionsStatement(since, [tenantId, mark, maxObjects + 1]));
}

/** A transaction that takes longer is cut off. */
const longestTransactionMs = 30_000;

/**
 * The same of what a page that has just been opened may not have seen: it was read from a replica that had not yet
 * heard of it, before the page was subscribed.
 */
function readRecentActions(
  database: Database,
  tenantId: string,
  maxLagMs: number,
): Promise<AuditActionRow[]> {
  const recent = `select event_id::text, domain, object_kind, object_id from audit_event
    where tenant_id = $1 and at > now() - make_interval(secs => $2) order by at desc, event_id desc limit $3`;
  const seconds = (maxLagMs + longestTransactionMs) / 1_000;
  return database.read({ tenantId }, actionsStatement(recent, [tenantId, seconds, maxObjects + 1]));
}

function actionsStatement(actions: string, values: readonly unknown[]) {
  return statement<AuditActionRow>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as mark, position, e.event_id as "eventId", e.domain,
       e.object_kind as kind, e.object_id as id
     from (select ${currentPosition} as position) one left join lateral (${actions}) e on true`,
    values,
  );
}

function eventOf(
  rows: readonly AuditActionRow[],
  who: Pick<Listener, 'domain' | 'readsCases' | 'readsReplica'>,
): LiveEvent {
  const actions = rows.filter(
    ({ eventId, domain, kind }) =>
      eventId !== null &&
      (domain === who.domain || domain === '') &&
      (kind !== 'case_viewer' || who.readsCases),
  );
  const position = who.readsReplica && rows[0] !== undefined ? { position: rows[0].position } : {};
  if (rows.length > maxObjects) return { all: true, objects: [], ...position };
  const objects = new Map<string, Object>();
  for (const { kind, id } of actions) if (kind !== 'session') objects.set(`${kind} ${id}`, { kind, id });
  return { all: false, objects: [...objects.values()], ...position };
}
