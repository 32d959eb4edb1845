import type { ConsoleRoute } from './route.ts';
import type { consoleRoutes } from './routes.ts';

export type ConsoleRoutes = typeof consoleRoutes;
export type ConsoleRouteName = keyof ConsoleRoutes;

type PartOf<Name extends ConsoleRouteName> =
  ConsoleRoutes[Name] extends ConsoleRoute<infer Path, infer Params, infer Query, infer Body, infer Data>
    ? { path: Path; params: Params; query: Query; body: Body; data: Data }
    : never;
/** The literal path of a route. */
export type ConsolePath<Name extends ConsoleRouteName> = PartOf<Name>['path'];
export type ConsoleParams<Name extends ConsoleRouteName> = PartOf<Name>['params'];
export type ConsoleQuery<Name extends ConsoleRouteName> = PartOf<Name>['query'];
export type ConsoleBody<Name extends ConsoleRouteName> = PartOf<Name>['body'];
/** What a route answers; `undefined` where it answers nothing. */
export type ConsoleData<Name extends ConsoleRouteName> = PartOf<Name>['data'];
