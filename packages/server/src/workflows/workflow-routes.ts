import type { WorkflowEventType } from '@gatehouse/contract';
import QuickLRU from 'quick-lru';
import type { Database } from '../database/database.ts';
import { type CompiledWorkflow, compileWorkflow } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';
import { findStarted, type StartRoute } from './start-rule.ts';
import { type PublishedVersion, readDefinition, readPublishedVersions } from './workflow-queries.ts';

export type RouteResult =
  | { readonly kind: 'found'; readonly workflowId: string; readonly version: number }
  | { readonly kind: 'none'; readonly message: string };

/**
 * Published workflows as this server node knows them: which version a submit starts, and each version's compiled
 * graph. Routes are loaded whole and again for a tenant whenever its marker changes.
 */
export class Workflows {
  readonly #database: Database;
  #versions = new Map<string, readonly PublishedVersion[]>();
  // A published version never changes, so what was compiled stays right.
  readonly #compiled = new QuickLRU<string, CompiledWorkflow>({ maxSize: 500 });

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the published versions of one tenant, or of all at start. */
  async load(tenantId?: string): Promise<void> {
    const rows = await this.#database.operator((tx) => readPublishedVersions(tx, tenantId));
    const grouped = Map.groupBy(rows, scopeKey);
    const kept =
      tenantId === undefined ? [] : [...this.#versions].filter(([key]) => tenantOf(key) !== tenantId);
    this.#versions = new Map([...kept, ...grouped]);
  }

  /** The version that an event of this source starts: the newest published workflow of that route. */
  route(scope: Scope, route: StartRoute): RouteResult {
    const candidates = this.#of(scope).filter((version) => version.newest);
    const started = findStarted(candidates, route);
    if (started) return { kind: 'found', workflowId: started.workflowId, version: started.version };
    return {
      kind: 'none',
      message: `no published workflow for eventType ${route.eventType} and source ${route.source}`,
    };
  }

  /** Every domain that has a published workflow for this event and source. */
  scopesWith(route: StartRoute): readonly Scope[] {
    return [...this.#versions.values()].flatMap((versions) => {
      const [first] = versions.filter(
        ({ newest, eventType, source }) => newest && eventType === route.eventType && source === route.source,
      );
      return first ? [{ tenantId: first.tenantId, domain: first.domain }] : [];
    });
  }

  /** The version that a `workflowId` of a 2.0.0 submit names: `<id>@<version>`, or `<id>` for the newest. */
  named(scope: Scope, workflowId: string, eventType: WorkflowEventType): RouteResult {
    const [, id = workflowId, version] = /^(.*)@([1-9]\d{0,8})$/.exec(workflowId) ?? [];
    const found = this.#of(scope).find(
      (candidate) =>
        candidate.workflowId === id &&
        (version === undefined ? candidate.newest : candidate.version === Number(version)),
    );
    if (found?.eventType === eventType) return { kind: 'found', workflowId: id, version: found.version };
    return {
      kind: 'none',
      message: found
        ? `workflowId ${JSON.stringify(workflowId)} starts with ${found.eventType}, not with ${eventType}`
        : `workflowId ${JSON.stringify(workflowId)} is not a published workflow of this domain`,
    };
  }

  /** The newest published version of a workflow. */
  newest(scope: Scope, workflowId: string): { readonly version: number } | undefined {
    return this.#of(scope).find((version) => version.workflowId === workflowId && version.newest);
  }

  /** The compiled graph of a published version. */
  async compiled(scope: Scope, workflowId: string, version: number): Promise<CompiledWorkflow> {
    const key = JSON.stringify([scope.tenantId, scope.domain, workflowId, version]);
    const known = this.#compiled.get(key);
    if (known) return known;
    const definition = await readDefinition(this.#database, scope, { workflowId, version });
    if (!definition)
      throw new Error(`workflow ${workflowId}@${version} is not stored although it was published`);
    const compiled = compileWorkflow(definition);
    this.#compiled.set(key, compiled);
    return compiled;
  }

  #of(scope: Scope): readonly PublishedVersion[] {
    return this.#versions.get(scopeKey(scope)) ?? [];
  }
}

function scopeKey(scope: Scope): string {
  return JSON.stringify([scope.tenantId, scope.domain]);
}

function tenantOf(key: string): string {
  return (JSON.parse(key) as [string, string])[0];
}
