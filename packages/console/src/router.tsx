import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { CasePage } from './cases/case-page.tsx';
import { type CaseFilters, CasesPage, readFilters } from './cases/cases-page.tsx';
import { Frame } from './frame.tsx';

/** The map of the console. What a page shows stands in its address, so that it can be sent to a colleague. */

const root = createRootRoute({ component: Frame });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/cases', search: { view: 'open' } });
  },
});

const cases = createRoute({
  getParentRoute: () => root,
  path: '/cases',
  validateSearch: (search: Record<string, unknown>): CaseFilters => readFilters(search),
  component: CasesPage,
});

const oneCase = createRoute({
  getParentRoute: () => root,
  path: '/cases/$domain/$caseNo',
  component: CasePage,
});

const watchlist = createRoute({
  getParentRoute: () => root,
  path: '/watchlist',
  component: lazyRouteComponent(() => import('./watchlist/watchlist-page.tsx'), 'WatchlistPage'),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([home, cases, oneCase, watchlist, audit]),
  basepath: '/console',
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
