import type { z } from 'zod';
import type { Permission } from './permissions.ts';
import type { ProblemCode } from './problems.ts';

export type ConsoleMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: anybody, any signed-in user, or whoever has the permission. */
export type Access = 'anyone' | 'signedIn' | Permission;

/** One call of the console's interface, below `/console/api`. */
export interface ConsoleRoute<
  Path extends string = string,
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Data = unknown,
> {
  readonly method: ConsoleMethod;
  /** Parameters in braces. What belongs to a domain lies below `/domains/{domain}`. */
  readonly path: Path;
  /** One sentence for people. */
  readonly title: string;
  /** What a caller has to know beyond the title and the descriptions of members; Markdown. */
  readonly details?: string;
  readonly access: Access;
  /** Only within minutes of signing in, or of proving once more who one is: what changes how somebody signs in. */
  readonly needsProof?: true;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** A body that the route takes, where its members' own rules do not lead to one. */
  readonly example?: unknown;
  /**
   * What no schema says of members of query and body: the place, as `field` of the refusal has it, and the rule. A value
   * against it is refused with 422 INVALID.
   */
  readonly furtherRules?: Readonly<Record<string, string>>;
  /** Bytes that a body may have; default 64 KiB. */
  readonly bodyLimit?: number;
  /** In place of `body`: the bytes of a file, as `application/octet-stream`, handed on as they come. */
  readonly takes?: 'file';
  /** Absent: the answer is 204 without a body, or a file. */
  readonly output?: z.ZodType<Data>;
  /** `file`: bytes for people to keep, never to be shown in place. `events`: server-sent events without an end. */
  readonly answers?: 'file' | 'events';
  /** Refusals beyond those that every call can meet. */
  readonly problems: readonly ProblemCode[];
}

/** Declares a route, keeping its literal path and types. */
export function defineConsoleRoute<
  const Path extends string,
  Params = undefined,
  Query = undefined,
  Body = undefined,
  Data = undefined,
  const Answers extends 'file' | 'events' | undefined = undefined,
  const Takes extends 'file' | undefined = undefined,
>(
  route: ConsoleRoute<Path, Params, Query, Body, Data> & {
    readonly answers?: Answers;
    readonly takes?: Takes;
  },
): ConsoleRoute<Path, Params, Query, Body, Data> & { readonly answers?: Answers; readonly takes?: Takes } {
  return route;
}
