import type { ErasureView } from '@gatehouse/contract';
import type { GatehouseClient } from '@gatehouse/sdk';
import type { ReceivedMail } from '../../src/messages/mail-server.fixture.ts';
import { png } from '../../src/uploads/sample-files.fixture.ts';
import { canary } from './canary.ts';
import { type Browser, person, signIn } from './console.ts';
import { kycParticulars, walkKyc } from './example-people.ts';
import { FlowPages, stepOf } from './flow-pages.ts';
import { callGateway } from './network.ts';
import { until } from './server-process.ts';
import { keptMessages, type TestService } from './service.ts';
import { aTenant, screeningWorkflow } from './tenants.ts';
import { sendFile, uploadToken } from './uploads.ts';

type Json = Record<string, unknown>;

/** Screens, calls a webhook, and gives to people whoever is on a list. */
function screeningWithHook(): Json {
  const { nodes, edges } = screeningWorkflow() as { nodes: Json[]; edges: Json[] };
  const [screen, ...others] = nodes;
  const hook = {
    id: 'crm',
    type: 'webhook',
    webhook: 'crm',
    inputs: { customerId: 'data.customerId', name: 'data.name' },
  };
  return screeningWorkflow({
    entry: [{ name: 'passport', type: 'string' }],
    nodes: [screen, hook, ...others],
    edges: [
      { from: 'start', to: 'screen' },
      { from: 'screen', to: 'crm' },
      { from: 'crm', to: 'score', otherwise: true },
      { from: 'crm', to: 'score', on: 'failure' },
      ...edges.filter(({ from }) => from !== 'start' && from !== 'screen'),
    ],
  });
}

const mailWorkflow = {
  id: 'wf_mail',
  name: 'Mail',
  eventType: 'KYB_EVENT',
  source: 'SDK',
  nodes: [
    { id: 'mail', type: 'email-verification' },
    { id: 'review', type: 'review-and-submit' },
    { id: 'fine', type: 'decision', outcome: 'approve' },
  ],
  edges: [
    { from: 'start', to: 'mail' },
    { from: 'mail', to: 'review' },
    { from: 'review', to: 'fine' },
  ],
};

/** Where all of it happens. */
export function canaryTenant(webhookUrl: string, kycWorkflowFile: string) {
  return aTenant({
    users: [
      person('ada', ['admin'], ['first-line']),
      person('dora', ['admin']),
      person('ana', ['analyst'], ['first-line']),
    ],
    cases: { holdSeconds: 0 },
    watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple' }],
    webhooks: [
      { id: 'crm', name: 'CRM', url: `${webhookUrl}/hook/{customerId}`, inputs: ['customerId', 'name'] },
    ],
    workflows: [
      { domain: 'retail', workflow: screeningWithHook() },
      { domain: 'retail', workflow: mailWorkflow },
      { domain: 'retail', file: kycWorkflowFile, publish: true },
    ],
  });
}

const domain = '/domains/retail';
export const pathOf = (customerId: string) => `${domain}/customers/${customerId}`;

/** What the person, the tenant's systems and its people do, call by call. */
export class CanaryStory {
  readonly #service: TestService;
  readonly #tenant: ReturnType<typeof aTenant>;
  readonly client: GatehouseClient;
  /** Admins, and an analyst. */
  ada!: Browser;
  dora!: Browser;
  ana!: Browser;

  constructor(service: TestService, tenant: ReturnType<typeof canaryTenant>) {
    this.#service = service;
    this.#tenant = tenant;
    this.client = service.client({ ...tenant.key, domain: 'retail' });
  }

  async signIn(): Promise<void> {
    const names = ['ada', 'dora', 'ana'];
    const people = await Promise.all(names.map((name) => signIn(this.#service, this.#tenant, name)));
    [this.ada, this.dora, this.ana] = people as [Browser, Browser, Browser];
  }

  /** What the gateway answers, as it is on the wire. */
  async call(api: string, data: Json): Promise<unknown> {
    return (await callGateway(this.#service.app.baseUrl, this.#tenant.key, { api, data })).data;
  }

  async submit(data: Json): Promise<string> {
    const { executionId } = await this.client.workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: { customerType: 'individual', ...data } as never,
    });
    await this.#service.drain();
    return executionId;
  }

  async upload(bytes = png()): Promise<string | undefined> {
    const token = await uploadToken(this.#service, this.#tenant.key);
    const answer = await sendFile(this.#service, token, { bytes, filename: canary.filename });
    return answer.data?.url;
  }

  /** Calls that are refused, each of which says who the person is. */
  async badInput(): Promise<void> {
    const { baseUrl } = this.#service.app;
    const data = { ...canary, customerType: 'individual' };
    const eventType = 'MANUAL_CASE_EVENT';
    for (const input of [
      { eventType, data: { ...data, dateOfBirth: `${canary.dateOfBirth} ${canary.name}` } },
      { eventType, data: { ...data, customerType: canary.name } },
      { eventType, workflowId: canary.name, data },
      { eventType: canary.name, data },
    ]) {
      await callGateway(baseUrl, this.#tenant.key, { api: 'workflow.apply.submit', data: input });
    }
    await callGateway(baseUrl, this.#tenant.key, { api: canary.name, data });
    await fetch(`${baseUrl}?api=workflow.apply.submit&name=${canary.name}&apiKey=${canary.email}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-domain': canary.idNumber },
      body: `{"name":"${canary.name}",`,
    });
    await this.upload(Buffer.from(canary.name));
    await this.ana.send(`${pathOf(canary.name)}/${canary.email}`);
    await this.ana.send(`${pathOf(canary.customerId)}/monitoring`, {
      method: 'POST',
      body: { monitored: canary.name },
    });
    await this.ana.send('/session', { method: 'POST', body: { email: canary.email, password: canary.name } });
  }

  /** Opens a link, and verifies the person with documents and a code by SMS. */
  async verifyWithDocuments(): Promise<void> {
    const { email, customerId } = canary;
    const { url } = await this.client.link.generate({ email, customerId, eventType: 'KYC_EVENT' });
    const tab = new FlowPages(this.#service.app.baseUrl);
    await tab.open(url);
    const walk = walkKyc(async (channel) => {
      await this.#service.drain();
      const messages = await keptMessages(this.#service);
      const content = messages.find((message) => message.channel === channel)?.content as { code: string };
      return content.code;
    });
    let step = await walk.next();
    while (!step.done) {
      const { path, method, body } = step.value;
      const said = JSON.stringify(body ?? null)
        .replaceAll(kycParticulars.name, canary.name)
        .replaceAll(kycParticulars.dateOfBirth, canary.dateOfBirth)
        .replaceAll(kycParticulars.idNumber, canary.idNumber)
        .replaceAll('1 Made-up Road', canary.address)
        .replaceAll(kycParticulars.phoneNumber, canary.phone)
        .replaceAll(kycParticulars.email, canary.email);
      const sent = body instanceof Uint8Array ? body : JSON.parse(said);
      step = await walk.next(await tab.send(path, method === 'GET' ? {} : { method, body: sent }));
    }
    await this.#service.drain();
  }

  /** Confirms an address by the code of a mail, after a guess that is none. */
  async verifyByMail(mails: readonly ReceivedMail[]): Promise<void> {
    const { email, customerId } = canary;
    const { url } = await this.client.link.generate({ email, customerId, eventType: 'KYB_EVENT' });
    const tab = new FlowPages(this.#service.app.baseUrl);
    await tab.open(url);
    const view = await tab.consent();
    const { nodeId, callbackKey } = stepOf(view, 'email-verification');
    await tab.send(`/steps/${nodeId}/code`, { method: 'POST', body: { callbackKey } });
    await this.#service.drain();
    await tab.trySubmitStep(view, { code: canary.name });
    const code = /^\s*(\d{6})\s*$/m.exec(mails.at(-1)!.raw)![1];
    const review = await tab.submitStep(view, { code });
    const { consent } = stepOf(review, 'review-and-submit');
    const { version: consentVersion, sha256: consentSha256 } = consent;
    await tab.submitStep(review, { consentVersion, consentSha256, agreed: true });
    await this.#service.drain();
  }

  /** Scans the name, and opens a case from the scan. */
  async scan(): Promise<void> {
    const { scanId } = await this.ana.post<'scans.begin'>(`${domain}/quick-scans`, {
      name: canary.name,
      customerType: 'Individual',
      engines: ['WATCHLIST'],
      description: canary.note,
    });
    await this.#service.drain();
    await this.ana.post(`${domain}/quick-scans/${scanId}/case`, {
      customerId: canary.customerId,
      dateOfBirth: canary.dateOfBirth,
    });
    await this.#service.drain();
  }

  /** What people note, search, look at and export. */
  async workOnCases(): Promise<void> {
    const { customerId } = canary;
    const { cases } = await this.ana.get<'cases.list'>(`${domain}/cases?customerId=${customerId}`);
    for (const { caseNo } of cases) {
      await this.ana.post(`${domain}/cases/${caseNo}/notes`, { text: canary.note });
    }
    await this.ana.post(`${domain}/case-views`, { name: canary.name, search: { customerId } });
    await this.ana.send(`${domain}/cases?search=${encodeURIComponent(canary.name)}`);
    await this.ana.send(`${domain}/customers?search=${encodeURIComponent(canary.name)}`);
    await this.ada.send(`${domain}/cases-file?customerId=${customerId}`);
    await this.ada.send(`/audit-file?objectId=${customerId}`);
    for (const { caseNo } of cases) {
      const moves = `${domain}/cases/${caseNo}/moves`;
      const { revision, status } = await this.ada.get<'cases.read'>(`${domain}/cases/${caseNo}`);
      if (['APPROVED', 'REJECTED', 'CLOSED'].includes(status)) continue;
      await this.ada.post(moves, { move: 'claim', expectedRevision: revision });
      await this.ada.post(moves, { move: 'reject', expectedRevision: revision + 1, reason: canary.note });
    }
    await this.#service.drain();
  }

  async monitor(): Promise<void> {
    await this.ada.post(`${pathOf(canary.customerId)}/monitoring`, { monitored: true });
    await this.ada.post(`${domain}/monitoring/runs`);
    await this.#service.drain();
  }

  async #requestErasure(): Promise<ErasureView> {
    const path = `${pathOf(canary.customerId)}/erasure`;
    return (await this.ada.post<'erasures.request'>(path, { reason: 'Request 12' })).erasure;
  }

  async refuseErasure(): Promise<ErasureView> {
    const erasure = await this.#requestErasure();
    await this.dora.post(`${domain}/erasures/${erasure.erasureId}/refuse`, { reason: 'too early' });
    return erasure;
  }

  /** One requests it, another one confirms it. */
  async erase(): Promise<ErasureView> {
    const { erasureId } = await this.#requestErasure();
    await this.dora.post(`${domain}/erasures/${erasureId}/confirm`, { customerId: canary.customerId });
    let done: ErasureView | undefined;
    await until('the erasure', async () => {
      const { erasures } = await this.ada.get<'erasures.list'>(`${domain}/erasures`);
      done = erasures.find((each) => each.erasureId === erasureId && each.state === 'DONE');
      return done !== undefined;
    });
    return done!;
  }
}
