/** Which pictures are taken of each page of the console. */
import type { Page } from 'playwright-core';
import type { texts } from '../../../packages/console/src/messages/en/index.ts';

/** The texts of the console in one language. */
export type Texts = typeof texts;

/** What the made-up tenant has, for pages of single things. */
export interface Shown {
  readonly openCase: string;
  readonly decidedCase: string;
  readonly ownershipCase: string;
  readonly documentsCase: string;
  readonly executionId: string;
  readonly paymentId: string;
  readonly scanId: string;
  readonly assuranceRunId: string;
  readonly deliveryId: string;
  readonly failedDeliveryId: string;
  /** What comes behind `#` in the link of somebody who is invited. */
  readonly invitation: string;
  readonly tenantId: string;
}

export interface Picture {
  readonly name: string;
  /** Address below `/console/`. */
  readonly path: (shown: Shown) => string;
  /** Who looks; null: nobody is signed in. */
  readonly by?: string | null;
  /** What is done on the page before the picture, such as opening a dialog. */
  readonly prepare?: (page: Page, texts: Texts) => Promise<unknown>;
}

const at = (name: string, path: string, more: Omit<Partial<Picture>, 'name' | 'path'> = {}): Picture => ({
  name,
  path: () => path,
  ...more,
});
const anyone = { by: null };
const operator = { by: 'olaf' };
const caseAt = (caseNo: string) => `cases/retail/${caseNo}`;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const dialog = (page: Page) => page.getByRole('dialog').first().waitFor();

/** By the addresses of the router; a page that has none here is refused. */
export const picturedPages: Readonly<Record<string, readonly Picture[]>> = {
  '/': [
    at('home', ''),
    at('home-analyst', '', { by: 'ana' }),
    at('sign-in', '', anyone),
    at('dialog-search', '', { prepare: (page) => page.keyboard.press('Control+k').then(() => dialog(page)) }),
    at('dialog-help', '', { prepare: (page) => page.keyboard.press('?').then(() => dialog(page)) }),
  ],
  '/rescreening': [{ name: 'rescreening', path: ({ scanId }) => `rescreening?domain=retail&scan=${scanId}` }],
  '/assurance': [at('assurance', 'assurance')],
  '/assurance/$domain/$assuranceRunId': [
    { name: 'assurance-report', path: ({ assuranceRunId }) => `assurance/retail/${assuranceRunId}` },
  ],
  '/erasures': [at('erasures', 'erasures')],
  '/retention': [at('retention', 'retention')],
  '/cases': [at('cases', 'cases?view=open'), at('cases-all', 'cases?view=all')],
  '/cases/$domain/$caseNo': [
    { name: 'case', path: ({ openCase }) => caseAt(openCase) },
    { name: 'case-decided', path: ({ decidedCase }) => caseAt(decidedCase) },
    { name: 'case-ownership', path: ({ ownershipCase }) => caseAt(ownershipCase) },
    { name: 'case-documents', path: ({ documentsCase }) => caseAt(documentsCase) },
    {
      name: 'dialog-reject',
      path: ({ openCase }) => caseAt(openCase),
      prepare: (page) => page.keyboard.press('r').then(() => dialog(page)),
    },
    {
      name: 'dialog-documents',
      path: ({ documentsCase }) => caseAt(documentsCase),
      prepare: async (page, { documents }) => {
        await press(page, documents.openAll);
        await dialog(page);
        await page.waitForLoadState('networkidle');
      },
    },
  ],
  '/customers': [at('customers', 'customers')],
  '/customers/$domain/$customerId': [
    at('customer', 'customers/retail/cust-1001'),
    at('customer-company', 'customers/retail/corp-2001'),
  ],
  '/quick-scans': [at('quick-scans', 'quick-scans')],
  '/quick-scans/$domain/$scanId': [
    { name: 'quick-scan', path: ({ scanId }) => `quick-scans/retail/${scanId}` },
  ],
  '/watchlist': [
    at('watchlist', 'watchlist'),
    at('dialog-watchlist', 'watchlist', {
      prepare: (page, { watchlist }) => press(page, watchlist.addEntry).then(() => dialog(page)),
    }),
  ],
  '/workflows': [at('workflows', 'workflows')],
  '/workflows/templates': [at('workflow-templates', 'workflows/templates')],
  '/workflows/$domain/$workflowId': [
    at('workflow', 'workflows/retail/wf_screening'),
    at('workflow-node', 'workflows/retail/wf_screening', {
      prepare: (page) => page.locator('.react-flow__node[data-id="score"]').click(),
    }),
    at('workflow-hosted', 'workflows/retail/wf_kyb_hosted'),
    at('workflow-large', 'workflows/corporate/wf_due_diligence'),
    at('workflow-large-folded', 'workflows/corporate/wf_due_diligence', {
      prepare: async (page, { nodes }) => {
        if (await page.getByRole('button', { name: nodes.foldProperties }).isVisible())
          await press(page, nodes.foldProperties);
        await press(page, nodes.fitView);
      },
    }),
    at('workflow-condition', 'workflows/corporate/wf_due_diligence', {
      prepare: (page) => page.locator('.react-flow__node[data-id="level"]').click(),
    }),
  ],
  '/executions': [at('executions', 'executions')],
  '/executions/$domain/$executionId': [
    { name: 'execution', path: ({ executionId }) => `executions/retail/${executionId}` },
    { name: 'execution-payment', path: ({ paymentId }) => `executions/retail/${paymentId}` },
  ],
  '/figures': [at('figures', 'figures')],
  '/rulings': [at('rulings', 'rulings')],
  '/webhooks': [at('webhooks', 'webhooks')],
  '/webhooks/$webhookId': [at('webhook', 'webhooks/wh_decisions')],
  '/deliveries/$domain/$deliveryId': [
    { name: 'delivery', path: ({ deliveryId }) => `deliveries/retail/${deliveryId}` },
    { name: 'delivery-failed', path: ({ failedDeliveryId }) => `deliveries/retail/${failedDeliveryId}` },
  ],
  '/keys': [at('keys', 'keys')],
  '/keys/reference': [at('api-reference', 'keys/reference')],
  '/usage': [at('usage', 'usage')],
  '/audit': [at('audit', 'audit')],
  '/account': [at('account', 'account')],
  '/people': [
    at('people', 'people'),
    at('dialog-invite', 'people', {
      prepare: (page, { identity }) => press(page, identity.inviteUser).then(() => dialog(page)),
    }),
  ],
  '/settings': ['branding', 'hosted', 'forms', 'cases', 'monitoring', 'webhooks'].map((part) =>
    at(`settings-${part}`, `settings?part=${part}`),
  ),
  '/invitation': [{ name: 'invitation', path: ({ invitation }) => `invitation#${invitation}`, by: null }],
  '/password-reset': [at('password-reset', 'password-reset#spent', anyone)],
  '/forgotten': [at('forgotten', 'forgotten', anyone)],
  '/single-sign-on/$tenant/$provider': [
    { name: 'single-sign-on', path: ({ tenantId }) => `single-sign-on/${tenantId}/none`, by: null },
  ],
  '/lists': [at('lists', 'lists', operator)],
  '/lists/preview': [at('list-preview', 'lists/preview?source=ofac-sdn&version=unknown', operator)],
  '/tuning/$domain/$workflowId': [at('tuning', 'tuning/retail/wf_screening')],
  '/tenants': [at('tenants', 'tenants', operator)],
};
