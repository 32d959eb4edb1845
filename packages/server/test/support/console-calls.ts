import { type ConsoleRoute, type ConsoleRouteName, consoleRoutes } from '@gatehouse/contract';
import { type Browser, type ConsoleAnswer, signIn } from './console.ts';
import { isText, sampleOf } from './console-samples.ts';
import type { TestService } from './service.ts';

/** Calls of the console's interface made from the contract's table alone, whatever routes it has. */

export type Ids = ReadonlyMap<string, unknown>;

export const routes = Object.entries(consoleRoutes) as [ConsoleRouteName, ConsoleRoute][];

/** Names of the parameters of a route's path, in their order. */
export function parametersOf({ path }: ConsoleRoute): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

export interface MadeCall {
  readonly address: string;
  readonly method: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A call of the route in its smallest acceptable form; what `ids` names stands where the route asks for it.
 * @throws where neither the schema nor an example of the route leads to a body that it takes
 */
export function callOf(name: ConsoleRouteName, ids: Ids): MadeCall {
  const route = consoleRoutes[name] as ConsoleRoute;
  const params = (route.params === undefined ? {} : sampleOf(route.params, ids)) as Record<string, unknown>;
  const query = route.query === undefined ? {} : (sampleOf(route.query, ids) as Record<string, unknown>);
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  );
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(String(ids.get(part) ?? params[part])),
  );
  return {
    address: search.size === 0 ? path : `${path}?${search.toString()}`,
    method: route.method,
    ...bodyOf(name, route, ids),
  };
}

function bodyOf(name: string, route: ConsoleRoute, ids: Ids): Pick<MadeCall, 'body' | 'headers'> {
  if (route.takes === 'file')
    return { body: 'bytes of a file', headers: { 'content-type': 'application/octet-stream' } };
  if (route.body === undefined) return { body: undefined, headers: {} };
  if (route.example !== undefined) return { body: route.example, headers: {} };
  const sample = sampleOf(route.body, ids);
  if (route.body.safeParse(sample).success) return { body: sample, headers: {} };
  throw new Error(`${name} takes no ${JSON.stringify(sample)}: give the route an example`);
}

/** Makes a call; a session that an earlier one ended is begun anew, and only a second refusal counts. */
export class Caller {
  readonly #service: TestService;
  readonly #tenant: { readonly id: string };
  readonly #name: string;
  #browser: Browser | undefined;

  constructor(service: TestService, tenant: { readonly id: string }, name: string) {
    this.#service = service;
    this.#tenant = tenant;
    this.#name = name;
  }

  async make({ address, ...request }: MadeCall): Promise<ConsoleAnswer & { code: string | undefined }> {
    this.#browser ??= await signIn(this.#service, this.#tenant, this.#name);
    let answer = await this.#browser.send(address, request);
    if (answer.status === 401) {
      this.#browser = await signIn(this.#service, this.#tenant, this.#name);
      answer = await this.#browser.send(address, request);
    }
    const isProblem = answer.status >= 400 && answer.text.startsWith('{');
    return { ...answer, code: isProblem ? (JSON.parse(answer.text) as { code: string }).code : undefined };
  }
}

/**
 * The ids of what a tenant has, by the name of the parameter that takes each: read from the answers of its lists, where
 * an item's id is stored under that name or as `id`, and from whatever answers name it.
 */
export async function harvestIds(caller: Caller, seeds: Ids): Promise<Map<string, unknown>> {
  const ids = new Map(seeds);
  const wanted = new Set(routes.flatMap(([, route]) => parametersOf(route)));
  const reads = routes
    .filter(([, route]) => route.method === 'GET' && route.answers !== 'file' && route.output !== undefined)
    .toSorted(([, one], [, other]) => parametersOf(one).length - parametersOf(other).length);
  for (const [name, route] of reads) {
    if (parametersOf(route).some((parameter) => !ids.has(parameter) && isId(route, parameter))) continue;
    const answer = await caller.make(callOf(name, ids));
    if (answer.status !== 200) continue;
    const data: unknown = JSON.parse(answer.text);
    for (const [key, value] of membersOf(data)) {
      if (wanted.has(key) && !ids.has(key) && typeof value === 'string') ids.set(key, value);
    }
    const item = firstItem(data);
    for (const [, { path }] of routes) {
      const rest = path.startsWith(`${route.path}/{`) ? path.slice(route.path.length + 2) : undefined;
      const parameter = rest?.slice(0, rest.indexOf('}'));
      const id = item === undefined ? undefined : [...membersOf(item)].find(([key]) => key === 'id')?.[1];
      if (parameter !== undefined && !ids.has(parameter) && typeof id === 'string') ids.set(parameter, id);
    }
  }
  return ids;
}

/** Whether a parameter is an id of something. */
export function isId({ params }: ConsoleRoute, parameter: string): boolean {
  return params !== undefined && isText(params, parameter);
}

/** Every member of a value, at any depth. */
export function* membersOf(value: unknown): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    yield [key, member];
    yield* membersOf(member);
  }
}

function firstItem(data: unknown): object | undefined {
  const list = Object.values(data as object).find((member) => Array.isArray(member) && member.length > 0);
  return (list as object[] | undefined)?.[0];
}
