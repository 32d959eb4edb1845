import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { type AuditFilters, readAuditFilters } from './audit/audit-filters.ts';
import { type CaseFilters, readFilters } from './cases/case-filters.ts';
import { type ExecutionFilters, readExecutionFilters } from './executions/execution-filters.ts';
import { type RulingFilters, readRulingFilters } from './figures/ruling-filters.ts';
import { FirstPage, Frame } from './frame.tsx';
import { withPageTexts } from './messages/text.ts';
import { addressText } from './ui/address-text.ts';
import { NotFound } from './ui/not-found.tsx';
import { PageError } from './ui/page-error.tsx';

/** The map of the console. What a page shows is in its address, so that it can be sent to a colleague. */

const root = createRootRoute({ component: Frame });

/** What a list is searched for. */
function readSearch(address: Record<string, unknown>): { readonly search?: string } {
  const search = addressText(address, 'search', 200);
  return search === undefined ? {} : { search };
}

/** Which execution or quick scan is screened again. */
interface RescreeningSearch {
  readonly domain?: string;
  readonly execution?: string;
  readonly scan?: string;
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: FirstPage,
});

const cases = createRoute({
  getParentRoute: () => root,
  path: '/cases',
  validateSearch: (search: Record<string, unknown>): CaseFilters => readFilters(search),
  component: lazyRouteComponent(() => import('./cases/cases-page.tsx'), 'CasesPage'),
});

const oneCase = createRoute({
  getParentRoute: () => root,
  path: '/cases/$domain/$caseNo',
  component: lazyRouteComponent(() => import('./cases/case-page.tsx'), 'CasePage'),
});

const customers = createRoute({
  getParentRoute: () => root,
  path: '/customers',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./customers/customers-page.tsx'), 'CustomersPage'),
});

const customer = createRoute({
  getParentRoute: () => root,
  path: '/customers/$domain/$customerId',
  component: lazyRouteComponent(() => import('./customers/customer-page.tsx'), 'CustomerPage'),
});

const quickScans = createRoute({
  getParentRoute: () => root,
  path: '/quick-scans',
  component: lazyRouteComponent(() => import('./scans/quick-scans-page.tsx'), 'QuickScansPage'),
});

const quickScan = createRoute({
  getParentRoute: () => root,
  path: '/quick-scans/$domain/$scanId',
  component: lazyRouteComponent(() => import('./scans/scan-page.tsx'), 'ScanPage'),
});

const watchlist = createRoute({
  getParentRoute: () => root,
  path: '/watchlist',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./watchlist/watchlist-page.tsx'), 'WatchlistPage'),
});

const workflows = createRoute({
  getParentRoute: () => root,
  path: '/workflows',
  component: lazyRouteComponent(() => import('./workflows/workflows-page.tsx'), 'WorkflowsPage'),
});

const templates = createRoute({
  getParentRoute: () => root,
  path: '/workflows/templates',
  component: lazyRouteComponent(
    withPageTexts('templates', () => import('./templates/templates-page.tsx')),
    'TemplatesPage',
  ),
});

const oneWorkflow = createRoute({
  getParentRoute: () => root,
  path: '/workflows/$domain/$workflowId',
  component: lazyRouteComponent(() => import('./workflows/workflow-page.tsx'), 'WorkflowPage'),
});

const executions = createRoute({
  getParentRoute: () => root,
  path: '/executions',
  validateSearch: (search: Record<string, unknown>): ExecutionFilters => readExecutionFilters(search),
  component: lazyRouteComponent(() => import('./executions/executions-page.tsx'), 'ExecutionsPage'),
});

const oneExecution = createRoute({
  getParentRoute: () => root,
  path: '/executions/$domain/$executionId',
  component: lazyRouteComponent(() => import('./executions/execution-page.tsx'), 'ExecutionPage'),
});

const figures = createRoute({
  getParentRoute: () => root,
  path: '/figures',
  validateSearch: ({ days }: Record<string, unknown>): { readonly days?: number } =>
    typeof days === 'number' ? { days } : {},
  component: lazyRouteComponent(
    withPageTexts('figures', () => import('./figures/figures-page.tsx')),
    'FiguresPage',
  ),
});

const rulings = createRoute({
  getParentRoute: () => root,
  path: '/rulings',
  validateSearch: (search: Record<string, unknown>): RulingFilters => readRulingFilters(search),
  component: lazyRouteComponent(
    withPageTexts('figures', () => import('./figures/rulings-page.tsx')),
    'RulingsPage',
  ),
});

const rescreening = createRoute({
  getParentRoute: () => root,
  path: '/rescreening',
  validateSearch: (address: Record<string, unknown>): RescreeningSearch => {
    const named = (name: string) => addressText(address, name, 100);
    const [domain, execution, scan] = [named('domain'), named('execution'), named('scan')];
    return { ...(domain && { domain }), ...(execution && { execution }), ...(scan && { scan }) };
  },
  component: lazyRouteComponent(
    withPageTexts('rescreening', () => import('./rescreening/rescreening-page.tsx')),
    'RescreeningPage',
  ),
});

const assurance = createRoute({
  getParentRoute: () => root,
  path: '/assurance',
  component: lazyRouteComponent(
    withPageTexts('assurance', () => import('./assurance/assurance-page.tsx')),
    'AssurancePage',
  ),
});

const assuranceRun = createRoute({
  getParentRoute: () => root,
  path: '/assurance/$domain/$assuranceRunId',
  validateSearch: ({ compare }: Record<string, unknown>): { readonly compare?: string } =>
    typeof compare === 'string' ? { compare } : {},
  component: lazyRouteComponent(
    withPageTexts('assurance', () => import('./assurance/run-page.tsx')),
    'AssuranceRunPage',
  ),
});

const erasures = createRoute({
  getParentRoute: () => root,
  path: '/erasures',
  component: lazyRouteComponent(() => import('./erasure/erasures-page.tsx'), 'ErasuresPage'),
});

const retention = createRoute({
  getParentRoute: () => root,
  path: '/retention',
  component: lazyRouteComponent(() => import('./retention/retention-page.tsx'), 'RetentionPage'),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const oneWebhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$webhookId',
  component: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
});

const oneDelivery = createRoute({
  getParentRoute: () => root,
  path: '/deliveries/$domain/$deliveryId',
  component: lazyRouteComponent(() => import('./webhooks/delivery-page.tsx'), 'DeliveryPage'),
});

const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  component: lazyRouteComponent(
    withPageTexts('keys', () => import('./keys/keys-page.tsx')),
    'KeysPage',
  ),
});

const apiReference = createRoute({
  getParentRoute: () => root,
  path: '/keys/reference',
  validateSearch: (search: Record<string, unknown>): { readonly operation?: string } => {
    const operation = addressText(search, 'operation', 100);
    return operation === undefined ? {} : { operation };
  },
  component: lazyRouteComponent(
    withPageTexts('operations', () => import('./operations/operations-page.tsx')),
    'OperationsPage',
  ),
});

const usage = createRoute({
  getParentRoute: () => root,
  path: '/usage',
  component: lazyRouteComponent(() => import('./usage/usage-page.tsx'), 'UsagePage'),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: (search: Record<string, unknown>): AuditFilters => readAuditFilters(search),
  component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('./identity/account-page.tsx'), 'AccountPage'),
});

const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  component: lazyRouteComponent(() => import('./identity/people-page.tsx'), 'PeoplePage'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: ({ part }: Record<string, unknown>): { readonly part?: string } =>
    typeof part === 'string' && part !== '' ? { part } : {},
  component: lazyRouteComponent(
    withPageTexts('settings', () => import('./settings/settings-page.tsx')),
    'SettingsPage',
  ),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./identity/link-page.tsx'), 'LinkPage'),
});

const passwordReset = createRoute({
  getParentRoute: () => root,
  path: '/password-reset',
  component: lazyRouteComponent(() => import('./identity/link-page.tsx'), 'LinkPage'),
});

const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten',
  component: lazyRouteComponent(() => import('./identity/password-reset-page.tsx'), 'PasswordResetPage'),
});

const singleSignOn = createRoute({
  getParentRoute: () => root,
  path: '/single-sign-on/$tenant/$provider',
  component: lazyRouteComponent(() => import('./identity/single-sign-on-page.tsx'), 'SingleSignOnPage'),
});

const lists = createRoute({
  getParentRoute: () => root,
  path: '/lists',
  validateSearch: ({ source }: Record<string, unknown>): { readonly source?: string } =>
    typeof source === 'string' && source !== '' ? { source } : {},
  component: lazyRouteComponent(() => import('./lists/lists-page.tsx'), 'ListsPage'),
});

const listPreview = createRoute({
  getParentRoute: () => root,
  path: '/lists/preview',
  validateSearch: (
    search: Record<string, unknown>,
  ): { readonly source: string; readonly version: string } => ({
    source: addressText(search, 'source', 100) ?? '',
    version: addressText(search, 'version', 200) ?? '',
  }),
  component: lazyRouteComponent(
    withPageTexts('previews', () => import('./previews/list-preview-page.tsx')),
    'ListPreviewPage',
  ),
});

const tuning = createRoute({
  getParentRoute: () => root,
  path: '/tuning/$domain/$workflowId',
  validateSearch: (search: Record<string, unknown>): { readonly preview?: string } => {
    const preview = addressText(search, 'preview', 36);
    return preview === undefined ? {} : { preview };
  },
  component: lazyRouteComponent(
    withPageTexts('previews', () => import('./previews/tuning-page.tsx')),
    'TuningPage',
  ),
});

const tenants = createRoute({
  getParentRoute: () => root,
  path: '/tenants',
  validateSearch: ({
    part,
    ...filters
  }: Record<string, unknown>): AuditFilters & { readonly part?: string } =>
    part === 'record' ? { part, ...readAuditFilters(filters) } : {},
  component: lazyRouteComponent(() => import('./tenants/tenants-page.tsx'), 'TenantsPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    cases,
    oneCase,
    customers,
    customer,
    quickScans,
    quickScan,
    watchlist,
    workflows,
    templates,
    oneWorkflow,
    executions,
    oneExecution,
    figures,
    rulings,
    rescreening,
    assurance,
    assuranceRun,
    erasures,
    retention,
    webhooks,
    oneWebhook,
    oneDelivery,
    keys,
    apiReference,
    usage,
    audit,
    tenants,
    lists,
    listPreview,
    tuning,
    account,
    people,
    settings,
    invitation,
    passwordReset,
    forgotten,
    singleSignOn,
  ]),
  basepath: '/console',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: PageError,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
