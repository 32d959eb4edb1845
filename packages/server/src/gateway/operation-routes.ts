import type { Operation } from '@gatehouse/contract';
import type { z } from 'zod';
import type { Call, HandlersOf, OperationTable } from './call.ts';
import { GatewayError } from './gateway-error.ts';

/** An operation at one version, ready to run. */
export interface Route {
  readonly operation: Operation;
  readonly schema: z.ZodType<unknown>;
  /** Returns `data` or a `Refusal`. */
  readonly handler: (call: Call<string>, input: never) => Promise<unknown>;
}

/** The form of a version that the interface leaves open. */
const openVersion = /^\d{1,9}\.\d{1,9}\.\d{1,9}$/;

export interface OperationRoutes {
  /** Checks 6 and 7. */
  find(api: string, apiVersion: string): Route;
  /** Whether a name from outside is one of ours and may be in logs and metrics. */
  has(api: string): boolean;
}

/**
 * Builds every schema once: `input(version)` is a recipe and too slow for each call. `pinned` names the one
 * version of operations whose versions the interface leaves open (docs/interface.md 4).
 */
export function createOperationRoutes<Table extends OperationTable>(
  operations: Table,
  handlers: HandlersOf<Table>,
  pinned: Readonly<Record<string, string>> = {},
): OperationRoutes {
  const byName = new Map<string, { any?: Route; versions: Map<string, Route> }>();
  for (const [name, operation] of Object.entries(operations)) {
    const handler = handlers[name as keyof Table & string] as unknown as Route['handler'];
    const route = (version: string): Route => ({ operation, handler, schema: operation.input(version) });
    const pin = Object.hasOwn(pinned, name) ? pinned[name] : undefined;
    if (operation.versions !== 'open') {
      byName.set(name, { versions: new Map(operation.versions.map((v) => [v, route(v)])) });
    } else if (pin !== undefined) {
      byName.set(name, { versions: new Map([[pin, route(pin)]]) });
    } else {
      byName.set(name, { any: route('1.0.0'), versions: new Map() });
    }
  }

  return {
    has: (api) => byName.has(api),
    find(api, apiVersion) {
      const entry = byName.get(api);
      if (entry === undefined) throw new GatewayError('API_NOT_FOUND', { detail: 'api is not an operation' });
      const route = entry.versions.get(apiVersion) ?? (openVersion.test(apiVersion) ? entry.any : undefined);
      if (route === undefined) {
        const known = entry.any === undefined ? [...entry.versions.keys()].join(', ') : 'N.N.N';
        throw new GatewayError('API_NOT_FOUND', { detail: `apiVersion of ${api} must be ${known}` });
      }
      return route;
    },
  };
}
