/** The analysts of the made-up bank, over the console's interface. */
import type { ConsoleData } from '@gatehouse/contract';
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
  approve: 'No true match: the ruling on each hit says why.',
  approveWithoutHits: 'No hits. The papers that the branch sent explain what raised the risk.',
  reject: 'True match confirmed by the branch. The account is not opened.',
  rejectWithoutHits: 'The customer did not explain where the funds come from.',
  close: 'The customer withdrew the application before the papers came.',
  return: 'Please ask the branch for a certified copy of the passport first.',
};

type Alert = ConsoleData<'cases.read'>['alerts'][number];

/** A reason that the facts of the hit bear: whoever reads the pictures compares the two. */
function rulingReason(ruling: 'TRUE_MATCH' | 'FALSE_POSITIVE', { verdicts }: Alert): string {
  const contradicts = verdicts.birth === 'contradict';
  if (ruling === 'FALSE_POSITIVE') {
    return contradicts
      ? 'Another person: the date of birth in the passport is not that of the entry.'
      : 'Another person: occupation and address in the papers of the branch are not those of the entry.';
  }
  return contradicts
    ? 'The same person: the branch saw a second passport with the date of birth of the entry.'
    : 'The same person: the branch asked for the passport and compared it with the entry.';
}

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
    for (const alert of alerts) {
      await analyst.post(`${path}/alerts/${alert.alertId}/rulings`, {
        ruling,
        reason: rulingReason(ruling, alert),
      });
    }
    const hasHits = alerts.length > 0;
    if (course === 'close') return this.move(caseNo, name, course, reasons.close);
    if (course === 'reject')
      return this.move(caseNo, name, course, hasHits ? reasons.reject : reasons.rejectWithoutHits);
    await this.move(caseNo, name, 'approve', hasHits ? reasons.approve : reasons.approveWithoutHits);
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
