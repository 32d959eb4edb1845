import { FlowPages } from './flow-pages.ts';
import type { TestService } from './service.ts';
import type { aTenant } from './tenants.ts';

/** A person's steps in a row, and a decision without looking. */
export function asking(
  id: string,
  steps: readonly { readonly id: string; readonly [member: string]: unknown }[],
) {
  const nodes = [
    ...steps,
    { id: 'submit', type: 'review-and-submit' },
    { id: 'decide', type: 'decision', outcome: 'approve' },
  ];
  const ids = ['start', ...nodes.map((node) => node.id)];
  const edges = ids.slice(1).map((to, index) => ({ from: ids[index]!, to }));
  return { id, name: id, eventType: 'KYC_EVENT', source: 'SDK', nodes, edges };
}

export const about = { id: 'about', type: 'particulars', fields: ['name', 'phoneCountry', 'phoneNumber'] };
export const jane = { name: 'Jane Doe', phoneCountry: 'DE', phoneNumber: '15123456789' };

/** Links of a tenant's workflow in `retail`, and tabs in which they were opened. */
export function flowsOf(service: () => TestService, tenant: ReturnType<typeof aTenant>) {
  async function link(customerId: string): Promise<string> {
    const client = service().client({ ...tenant.key, domain: 'retail' });
    const email = `${customerId}@example.test`;
    return (await client.link.generate({ email, customerId, eventType: 'KYC_EVENT' })).url;
  }
  async function opened(url: string): Promise<FlowPages> {
    const pages = new FlowPages(service().app.baseUrl);
    const { status, body } = await pages.open(url);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return pages;
  }
  async function started(customerId: string) {
    const pages = await opened(await link(customerId));
    return { pages, view: await pages.consent() };
  }
  return { link, opened, started: started };
}
