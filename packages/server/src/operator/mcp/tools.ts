import {
  type ConsoleRoute,
  type ConsoleRouteName,
  consoleRoutes,
  isPersonalFilter,
  isTokenRoute,
} from '@gatehouse/contract';
import { z } from 'zod';

/** A call of the console's interface as assistants see it. */
export interface Tool {
  /** `list.verb` of the interface, with an underscore: names of tools have no dots. */
  readonly name: string;
  readonly description: string;
  /** Of all parameters of path and query but the domain, which is the token's. */
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  /** Path and query of a call. Values are not checked here: the service refuses what is wrong, and says why. */
  address(input: Readonly<Record<string, unknown>>, domain: string): string;
}

/** The tools of the calls that a token may make; calls that this version does not know are left out. */
export function toolsOf(calls: readonly string[], personalData: boolean): Tool[] {
  return calls
    .filter((name) => isTokenRoute(name) && name !== 'accessTokens.current')
    .map((name) => toolOf(name as ConsoleRouteName, personalData));
}

function toolOf(name: ConsoleRouteName, personalData: boolean): Tool {
  const route: ConsoleRoute = consoleRoutes[name];
  const path = schemaOf(route.params);
  delete path.properties['domain'];
  const query = schemaOf(route.query);
  const hidden = personalData ? [] : Object.keys(query.properties).filter(isPersonalFilter);
  for (const filter of hidden) delete query.properties[filter];
  return {
    name: name.replace('.', '_'),
    description: [route.title, route.details].filter((text) => text !== undefined).join('. '),
    inputSchema: {
      type: 'object',
      properties: { ...path.properties, ...query.properties },
      required: [...path.required.filter((member) => member !== 'domain'), ...query.required],
    },
    address(input, domain) {
      const values: Readonly<Record<string, unknown>> = { ...input, domain };
      const filled = route.path.replaceAll(/\{(\w+)\}/g, (_all, member: string) =>
        encodeURIComponent(textOf(values[member] ?? '')),
      );
      const search = new URLSearchParams();
      for (const member of Object.keys(query.properties)) {
        for (const value of [input[member]].flat()) {
          if (value !== undefined && value !== null) search.append(member, textOf(value));
        }
      }
      return search.size === 0 ? filled : `${filled}?${search.toString()}`;
    },
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface ObjectSchema {
  readonly properties: Record<string, unknown>;
  readonly required: readonly string[];
}

/** What a caller may send, as JSON Schema. */
function schemaOf(schema: z.ZodType | undefined): ObjectSchema {
  if (schema === undefined) return { properties: {}, required: [] };
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { properties: { ...properties }, required };
}
