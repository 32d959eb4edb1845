import { type ConsoleRoute, type ConsoleRouteName, consoleRoutes } from '@gatehouse/contract';
import { callOf, type Ids, type MadeCall, parametersOf } from './console-calls.ts';
import { placesOf } from './console-samples.ts';

/** A call of a route with one value in it that no store keeps, or that lies at the border of what it keeps. */
export interface OddCall {
  /** The place and the value. */
  readonly what: string;
  readonly call: MadeCall;
  /** Codes of which it must be refused with one; undefined: whatever is no failure. */
  readonly refusedWith: readonly string[] | undefined;
}

/** Encoded as they are in an address. */
export const unstorable = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  'C%00000001',
  '01890000-0000-7000-8000-00000000000%00',
];
const oddTexts = [
  '\u0000',
  'a\u0000',
  '\ud800',
  'a\udfff',
  '\uffff',
  '9999-12-31',
  '9999-12-31T23:59:59-14:00',
  '+010000-01-01T00:00:00Z',
  '0000-01-01',
  "'; --\\",
];
const oddNumbers = [253_402_300_800_000, 8.64e15, 9_007_199_254_740_991, -1, 2_147_483_648, 1e300, 0.5];
/** Cursors are opaque: what they may hold is tried as well. */
const oddCursors = [
  '\u0000',
  '9999-99-99T99:99:99.999999Z 01890000-0000-7000-8000-000000000000',
  '1 \u0000',
  '[1]',
];

/** Every one of them for a route, one place and one value at a time. */
export function* oddCallsOf(name: ConsoleRouteName, ids: Ids): Generator<OddCall> {
  const route = consoleRoutes[name] as ConsoleRoute;
  const usual = callOf(name, ids);
  for (const parameter of parametersOf(route)) {
    for (const text of unstorable) {
      const address = withParameter(route, { usual, ids }, { parameter, text });
      yield { what: `{${parameter}} ${text}`, call: { ...usual, address }, refusedWith: refusals };
    }
  }
  yield* oddQueries(route, usual);
  yield* oddBodies(route, { usual, ids });
}

const refusals = ['MALFORMED', 'NOT_FOUND', 'INVALID', 'TOO_MANY_ATTEMPTS'];

function withParameter(
  route: ConsoleRoute,
  { usual, ids }: { readonly usual: MadeCall; readonly ids: Ids },
  { parameter, text }: { readonly parameter: string; readonly text: string },
): string {
  const search = usual.address.includes('?') ? usual.address.slice(usual.address.indexOf('?')) : '';
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
    part === parameter ? text : encodeURIComponent(textOf(ids.get(part))),
  );
  return path + search;
}

function* oddQueries(route: ConsoleRoute, usual: MadeCall): Generator<OddCall> {
  if (route.query === undefined) return;
  for (const { path } of placesOf(route.query)) {
    const [member] = path as [string];
    const values = [
      ...unstorable,
      ...oddTexts.slice(4).map(encodeURIComponent),
      ...oddNumbers.map(String),
      ...oddCursors.map((text) => Buffer.from(text).toString('base64url')),
    ];
    for (const value of values) {
      const address = withQuery(usual.address, member, value);
      const refusedWith = unstorable.includes(value) ? refusals : undefined;
      yield { what: `?${member}=${value}`, call: { ...usual, address }, refusedWith };
    }
  }
}

function withQuery(address: string, member: string, value: string): string {
  const [path, search = ''] = address.split('?', 2) as [string, string?];
  const others = search.split('&').filter((part) => part !== '' && !part.startsWith(`${member}=`));
  return `${path}?${[...others, `${member}=${value}`].join('&')}`;
}

function* oddBodies(
  route: ConsoleRoute,
  { usual, ids }: { readonly usual: MadeCall; readonly ids: Ids },
): Generator<OddCall> {
  if (route.body === undefined) return;
  for (const { path, type, put } of placesOf(route.body, ids)) {
    for (const value of type === 'number' ? oddNumbers : oddTexts) {
      const isUnstorable = typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed());
      yield {
        what: `${path.join('.')} ${JSON.stringify(value)}`,
        call: { ...usual, body: put(value) },
        refusedWith: isUnstorable ? refusals : undefined,
      };
    }
  }
}

function textOf(id: unknown): string {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : 'sample';
}
