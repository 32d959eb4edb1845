import type { Readable } from 'node:stream';
import type {
  ConsoleBody,
  ConsoleData,
  ConsoleParams,
  ConsolePath,
  ConsoleQuery,
  ConsoleRouteName,
  ConsoleRoutes,
  Environment,
  Permission,
  Role,
  SignInMethod,
} from '@gatehouse/contract';
import type { ClientKey } from '../gateway/index.ts';
import type { Scope } from '../lib/scope.ts';

/** Who is signed in, as stored now: a change of roles or groups counts from the next call on. */
export interface ConsoleUser {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly environment: Environment;
  readonly email: string;
  readonly name: string | null;
  readonly roles: readonly Role[];
  readonly groups: readonly string[];
  readonly permissions: readonly Permission[];
  readonly sessionId: string;
  readonly method: SignInMethod;
  /** Whether they proved who they are within the last minutes. */
  readonly isProved: boolean;
  /** What the tenant demands before anything else; they have no permissions until then. */
  readonly needs: 'secondFactor' | undefined;
  readonly startedAt: Date;
  readonly expiresAt: Date;
  readonly idleExpiresAt: Date;
  /** Where a program reads for them by an access token: nothing but what that allows. */
  readonly accessToken?: { readonly domain: string; readonly personalData: boolean };
}

/** Sets or takes away the cookie with the answer. */
export interface SessionCookie {
  set(token: string, maxAgeSeconds: number): void;
  /** By which the browser is known when somebody signs in again; it stays when they sign out. */
  remember(device: string, maxAgeSeconds: number): void;
  clear(): void;
}

/** A checked call as a handler gets it. */
interface ConsoleCall<Name extends ConsoleRouteName> {
  /** Undefined where nobody needs to be signed in. */
  readonly user: ConsoleRoutes[Name]['access'] extends 'anyone' ? undefined : ConsoleUser;
  /** Of calls below a domain, which is one of the user's tenant. */
  readonly scope: ConsolePath<Name> extends `/domains/{domain}${string}` ? Scope : undefined;
  readonly params: ConsoleParams<Name>;
  readonly query: ConsoleQuery<Name>;
  /** Of routes that take a file: its bytes as they come, unread. */
  readonly body: ConsoleRoutes[Name] extends { readonly takes?: undefined } ? ConsoleBody<Name> : Readable;
  /** Whom failed sign-ins are counted under. */
  readonly client: ClientKey;
  readonly requestId: string;
  /** What the browser heard last, where it takes events up again. */
  readonly lastEventId: string | undefined;
  readonly cookie: SessionCookie;
  /** Up to where in the store's log the browser has seen and written; a replica that answers has reached that. */
  readonly positions: readonly string[];
  /** What the browser says of itself. */
  readonly userAgent: string;
  /** By which it says that somebody signed in on it before; unchecked. */
  readonly device: string | undefined;
}

/** What a route answers with that answers a file. */
export interface ConsoleFile {
  readonly filename: string;
  readonly contentType: string;
  /** Undefined where it is made while it is sent. */
  readonly size: number | undefined;
  readonly bytes: Readable;
}

/** One server-sent event; without data it only keeps the connection open. */
export interface ConsoleEvent {
  /** Comes back as `Last-Event-ID` when the browser connects again. */
  readonly id: string;
  readonly data: unknown;
}

/** What a route answers with that answers events: until it ends, or the browser goes away. */
export type ConsoleEvents = AsyncIterable<ConsoleEvent | 'beat'>;

type ConsoleAnswer<Name extends ConsoleRouteName> = ConsoleRoutes[Name] extends {
  readonly answers?: undefined;
}
  ? ConsoleData<Name>
  : ConsoleRoutes[Name] extends { readonly answers?: 'events' }
    ? ConsoleEvents
    : ConsoleFile;

/** The table of contents: every route with what answers it. Refuses by throwing a `ConsoleRefusal`. */
export type ConsoleHandlers = {
  readonly [Name in ConsoleRouteName]: (call: ConsoleCall<Name>) => Promise<ConsoleAnswer<Name>>;
};
