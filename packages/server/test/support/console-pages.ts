import type { GatehouseClient } from '@gatehouse/sdk';
import type { Browser as Chromium, Page } from 'playwright-core';
import { startChromium } from './chromium.ts';
import { type Browser, signIn } from './console.ts';
import type { TestService } from './service.ts';
import type { aTenant } from './tenants.ts';

/** Far more than a story in a browser takes; a busy machine draws slowly. */
export const timeout = { timeout: 300_000 };

type Tenant = ReturnType<typeof aTenant>;

/** The console of a tenant in Chromium: pages of its people, and what these pages complained of. */
export class ConsolePages {
  /** What pages threw or logged as an error. */
  readonly complaints: string[] = [];
  readonly #service: TestService;
  readonly #tenant: Tenant;
  readonly #chromium: Chromium;
  readonly #retail: GatehouseClient;
  readonly #signedIn = new Map<string, Promise<Browser>>();

  /** Provisions the tenant and starts a browser beside the service. */
  static async start(service: TestService, tenant: Tenant): Promise<ConsolePages> {
    await service.provision(tenant);
    return new ConsolePages(service, tenant, await startChromium());
  }

  private constructor(service: TestService, tenant: Tenant, chromium: Chromium) {
    this.#service = service;
    this.#tenant = tenant;
    this.#chromium = chromium;
    this.#retail = service.client({ ...tenant.key, domain: 'retail' });
  }

  async close(): Promise<void> {
    await this.#chromium.close();
  }

  /** What somebody does beside the pages, by the interface. One session of a person for all of a story's pages. */
  as(name: string): Promise<Browser> {
    const known = this.#signedIn.get(name) ?? signIn(this.#service, this.#tenant, name);
    this.#signedIn.set(name, known);
    return known;
  }

  /** A page of somebody who is signed in, in the domain `retail`. */
  async openAs(name: string, path: string): Promise<Page> {
    const { cookie } = await this.as(name);
    return this.open(path, cookie);
  }

  /** A page of a browser of its own. */
  async open(path = '', cookie?: string): Promise<Page> {
    const page = await this.newPage(cookie);
    await page.goto(`${this.#service.app.consoleUrl}/${path}`);
    return page;
  }

  /** A page of a browser of its own that shows nothing yet. */
  async newPage(cookie?: string): Promise<Page> {
    const context = await this.#chromium.newContext({ viewport: { width: 1440, height: 900 } });
    if (cookie !== undefined) {
      const [name, value] = cookie.split('=') as [string, string];
      await context.addCookies([{ name, value, url: this.#service.app.consoleUrl }]);
    }
    await context.addInitScript(() => localStorage.setItem('gatehouse.domain', 'retail'));
    const page = await context.newPage();
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
    return page;
  }

  /** Submits somebody whom the watchlist may have; answers the number of the case. */
  async submit(
    customerId: string,
    eventType: 'MANUAL_CASE_EVENT' | 'KYC_EVENT' | 'KYB_EVENT' = 'MANUAL_CASE_EVENT',
  ): Promise<string> {
    const customerType = eventType === 'KYB_EVENT' ? 'corporate' : 'individual';
    // Born ten years after whom the watchlists of the stories name: a reason that one key gives.
    const data = { customerId, name: 'Wilhelmina Thornapple', customerType, dateOfBirth: '1990' } as const;
    const { executionId } = await this.#retail.workflow.submit({ eventType, data });
    await this.#service.drain();
    return (await this.#retail.workflow.status(executionId))!.caseNo;
  }
}
