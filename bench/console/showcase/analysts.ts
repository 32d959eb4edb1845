/** The analysts of the made-up bank, over the console's interface. */
import { type Browser, signIn } from '../../../packages/server/test/support/console.ts';
import type { TenantOptions } from '../../../packages/server/test/support/tenants.ts';
import type { ShownService } from './service.ts';

export type KeyedTenant = TenantOptions & {
  readonly key: { readonly apiKey: string; readonly secret: string };
};

/** What becomes of a case, after how many days, and by whom; the cases of the last days are still open. */
export const courses = [
  'clear',
  'reject',
  'pass-on',
  'claim',
  'clear',
  'return',
  'reject',
  'wait',
  'close',
] as const;
export const firstLine = ['ana', 'ben', 'chiara', 'boss'] as const;
const reasons = {
  clear: 'Another person: date of birth and place of birth differ, the passport was seen on a call.',
  match: 'Same passport number and date of birth as in the notice.',
  reject: 'True match confirmed by the passport. The account is not opened.',
  close: 'The customer withdrew the application before the papers came.',
  return: 'Please ask the branch for a certified copy of the passport first.',
};

export class Analysts {
  readonly #service: ShownService;
  readonly #tenant: KeyedTenant;
  readonly #signedIn = new Map<string, { readonly browser: Browser; readonly at: number }>();

  constructor(service: ShownService, tenant: KeyedTenant) {
    this.#service = service;
    this.#tenant = tenant;
  }

  /** Somebody who is signed in; sessions end while the time moves. */
  async as(name: string): Promise<Browser> {
    const known = this.#signedIn.get(name);
    if (known && Date.now() - known.at < 600_000) return known.browser;
    const browser = await signIn(this.#service, this.#tenant, name);
    this.#signedIn.set(name, { browser, at: Date.now() });
    return browser;
  }

  /** Takes a case as far as its course goes. */
  async decide(
    caseNo: string,
    course: Exclude<(typeof courses)[number], 'wait'>,
    name: string,
  ): Promise<void> {
    await this.move(caseNo, name, 'claim');
    const analyst = await this.as(name);
    const path = `/domains/retail/cases/${caseNo}`;
    if (course === 'claim') {
      await analyst.post(`${path}/notes`, {
        text: 'Asked the branch for the passport and a proof of address.',
      });
      return;
    }
    const ruling = course === 'reject' ? 'TRUE_MATCH' : 'FALSE_POSITIVE';
    const { alerts } = await analyst.get<'cases.read'>(path);
    for (const { alertId } of alerts) {
      const reason = course === 'reject' ? reasons.match : reasons.clear;
      await analyst.post(`${path}/alerts/${alertId}/rulings`, { ruling, reason });
    }
    if (course === 'reject' || course === 'close') return this.move(caseNo, name, course, reasons[course]);
    await this.move(caseNo, name, 'approve', reasons.clear);
    const { status } = await analyst.get<'cases.read'>(path);
    if (course === 'pass-on' || status !== 'OTHER_GROUP') return;
    await this.move(caseNo, 'cora', 'claim');
    if (course === 'return') return this.move(caseNo, 'cora', 'return', reasons.return);
    await this.move(caseNo, 'cora', 'approve', 'Agreed with the first line.');
  }

  async move(caseNo: string, name: string, move: string, reason?: string): Promise<void> {
    const person = await this.as(name);
    const path = `/domains/retail/cases/${caseNo}`;
    const { revision } = await person.get<'cases.read'>(path);
    await person.post<'cases.move'>(`${path}/moves`, {
      move,
      expectedRevision: revision,
      ...(reason && { reason }),
    });
    await this.#service.app.drain();
  }
}
