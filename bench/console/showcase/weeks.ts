/**
 * Four weeks of the made-up bank, through the product's own interfaces: submits, analysts who decide, scans, payments,
 * own list, monitoring. The time of the service moves with them.
 */
import { createClient, type GatehouseClient } from '@gatehouse/sdk';
import { Analysts, courses, firstLine, type KeyedTenant } from './analysts.ts';
import { companies, customers, listedCount } from './customers.ts';
import { moveTo } from './moved-time.ts';
import type { ShownService } from './service.ts';

interface Opened {
  readonly caseNo: string;
  /** It waits for people. */
  readonly isOpen: boolean;
}

interface Appointment {
  readonly daysAgo: number;
  readonly act: () => Promise<unknown>;
}

/** The weeks of one bank. */
export class Weeks {
  readonly #service: ShownService;
  readonly #analysts: Analysts;
  readonly #client: GatehouseClient;
  readonly #agenda: Appointment[] = [];

  constructor(service: ShownService, tenant: KeyedTenant) {
    this.#service = service;
    this.#analysts = new Analysts(service, tenant);
    this.#client = createClient({
      baseUrl: service.app.baseUrl,
      ...tenant.key,
      domain: 'retail',
      retry: false,
    });
  }

  /** Goes through everything in the order of its time, up to the present. */
  async pass(): Promise<void> {
    this.#planCustomers();
    this.#planCompanies();
    this.#planPayments();
    this.#planScans();
    this.#planList();
    for (;;) {
      this.#agenda.sort((one, other) => other.daysAgo - one.daysAgo);
      const next = this.#agenda.shift();
      if (next === undefined) break;
      moveTo(next.daysAgo);
      await next.act();
      await this.#service.app.drain();
    }
    moveTo(0);
  }

  async submit(eventType: string, data: object): Promise<Opened> {
    const { executionId } = await this.#client.workflow.submit({ eventType, data } as never);
    await this.#service.app.drain();
    const { caseNo, caseStatus } = (await this.#client.workflow.status(executionId))!;
    return { caseNo, isOpen: caseStatus === 'UNASSIGNED' };
  }

  get analysts(): Analysts {
    return this.#analysts;
  }

  get client(): GatehouseClient {
    return this.#client;
  }

  #at(daysAgo: number, act: () => Promise<unknown>): void {
    this.#agenda.push({ daysAgo: Math.max(daysAgo, 0.002), act });
  }

  /** Those whom a list has come among the others; a quarter of them is submitted in the last three days. */
  #planCustomers(): void {
    customers.forEach((customer, index) => {
      const isListed = index < listedCount;
      const daysAgo = isListed
        ? index % 4 === 3
          ? 0.2 + (index % 5) * 0.55
          : 27 - index * 1.05
        : 27.5 - (index - listedCount) * 0.9;
      this.#at(daysAgo, async () => {
        const { caseNo, isOpen } = await this.submit('MANUAL_CASE_EVENT', customer);
        if (!isOpen) return;
        const course = daysAgo < 0.5 ? 'wait' : courses[index % courses.length]!;
        if (course !== 'wait') {
          const later = daysAgo - Math.min(0.15 + (index % 6) * 0.5, daysAgo * 0.8);
          this.#at(later, () => this.#analysts.decide(caseNo, course, firstLine[index % firstLine.length]!));
        }
      });
    });
  }

  #planCompanies(): void {
    companies.forEach((company, index) => {
      this.#at(12 - index * 4.5, async () => {
        const { caseNo } = await this.submit('KYB_EVENT', company);
        if (index < 2) this.#at(11 - index * 4.5, () => this.#analysts.decide(caseNo, 'clear', 'chiara'));
      });
      // The first is submitted again when its owners change.
      if (index === 0) this.#at(1.6, () => this.submit('KYB_EVENT', company));
    });
  }

  /** Payments, most of which are decided while their caller waits. */
  #planPayments(): void {
    const known = customers.slice(listedCount, listedCount + 8);
    for (let day = 19; day > 0; day -= 1) {
      for (let turn = 0; turn < 1 + (day % 4); turn += 1) {
        const { customerId, name } = known[(day * 5 + turn * 3) % known.length]!;
        const beneficiary = (day * 7 + turn) % 13 === 0 ? 'Wolkenstein Xu' : 'Matteo Lanternari';
        const data = {
          customerId,
          sender: name,
          amount: ((day * 731 + turn * 97) % 4000) + (day % 6 === 1 ? 10_000 : 20),
          beneficiary,
        };
        this.#at(day - 0.2 * turn, async () => {
          const { caseNo, isOpen } = await this.submit('TRANSACTION_EVENT', data);
          if (isOpen && day > 3)
            this.#at(day - 1, () => this.#analysts.decide(caseNo, 'clear', firstLine[day % 4]!));
        });
      }
    }
    for (let day = 20; day > 0; day -= 4) {
      const { customerId, name, countryOfResidence } = customers[listedCount + (day % 11)]!;
      const data = { customerId: `app-${customerId}`, name, countryOfResidence };
      this.#at(day - 0.4, async () => {
        const { caseNo, isOpen } = await this.submit('KYC_EVENT', data);
        if (isOpen && day > 5) this.#at(day - 1.5, () => this.#analysts.decide(caseNo, 'clear', 'ana'));
      });
    }
  }

  #planScans(): void {
    for (const [index, { name }] of customers.filter((_, at) => at % 4 === 1).entries()) {
      this.#at(18 - index * 1.8, async () => {
        const analyst = await this.#analysts.as(firstLine[index % firstLine.length]!);
        await analyst.post<'scans.begin'>('/domains/retail/quick-scans', {
          engines: index % 3 === 0 ? ['GLOBAL_CHECK', 'WATCHLIST'] : ['GLOBAL_CHECK'],
          name,
          customerType: 'Individual',
          ...(index % 2 === 0 && { description: 'Asked for by the branch before an appointment' }),
        });
      });
    }
  }

  /** Whoever joins the own list is found among the monitored customers. */
  #planList(): void {
    for (const [daysAgo, entry] of [
      [
        9,
        { id: 'w6', name: 'Sunniva Lyngholt', countries: ['NO'], note: 'Named in a notice of the police.' },
      ],
      [
        1.1,
        { id: 'w7', name: 'Desmond Applegarth', countries: ['ZA'], note: 'Chargebacks at two merchants.' },
      ],
    ] as const) {
      this.#at(daysAgo, async () => {
        const boss = await this.#analysts.as('boss');
        await boss.post<'watchlist.keep'>('/domains/retail/watchlist', entry);
        await this.#service.app.refresh();
      });
    }
  }
}
