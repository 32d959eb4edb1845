import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FlowView } from '@gatehouse/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeployment, type Deployment } from './support/deployment.ts';
import { type PageCall, type ReadCode, type Walk, walkKyb, walkKyc } from './support/example-people.ts';
import { type FlowAnswer, FlowPages } from './support/flow-pages.ts';
import { freePort } from './support/free-port.ts';
import { printFigures, randomNumbers, storySeed } from './support/load.ts';
import { type ServerProcess, until, untilGreen } from './support/server-process.ts';
import { storyStores } from './support/service.ts';

const examples = new URL('../../../examples/workflows/', import.meta.url);
const example = (name: string) => ({
  domain: 'retail',
  file: fileURLToPath(new URL(name, examples)),
  publish: true,
});

const mailboxToken = 'token-of-this-story';

/** Between the first byte of a call and its answer: most take less. */
const longestCallMs = 60;
/**
 * Calls of each person in one life of the server; with GATEHOUSE_TEST_KILLS, the long run, there is a kill after each.
 */
const callsOfALife = process.env['GATEHOUSE_TEST_KILLS'] === undefined ? 3 : 1;

describe.each(storyStores())('a server killed between the steps of people, %s', (store) => {
  let deployment: Deployment;
  beforeEach(async () => {
    deployment = await createDeployment(store);
  });
  afterEach(() => deployment?.remove());

  it('loses nothing that they were told is saved', { timeout: 400_000 }, async () => {
    const random = randomNumbers(storySeed());
    const port = await freePort();
    const provision = await deployment.provisionFile({
      ...deployment.tenant,
      workflows: [example('kyc-hosted.yaml'), example('kyb-hosted.yaml')],
    });
    const baseUrl = `http://127.0.0.1:${port}/gateway`;
    const env = {
      GATEHOUSE_PORT: String(port),
      GATEHOUSE_DEV_MAILBOX: 'on',
      GATEHOUSE_DEV_MAILBOX_TOKEN: mailboxToken,
    };
    let server: ServerProcess = deployment.serve({ env, provision });
    await server.ready;
    const client = deployment.client(baseUrl);

    const readCode: ReadCode = async (channel) => {
      let code = '';
      await until(`the code by ${channel}`, async () => {
        const answer = await fetch(new URL(`/dev/mailbox.json?token=${mailboxToken}`, baseUrl));
        const { messages } = (await answer.json()) as {
          messages: readonly { channel: string; content: { code: string } }[];
        };
        code = messages.find((message) => message.channel === channel)?.content.code ?? '';
        return code !== '';
      });
      return code;
    };
    const open = async (eventType: 'KYC_EVENT' | 'KYB_EVENT', walk: Walk) => {
      const email = `${eventType.toLowerCase()}@example.test`;
      const { url } = await client.link.generate({ email, customerId: eventType, eventType });
      return Person.open(baseUrl, url, walk);
    };
    const kyc = await open('KYC_EVENT', walkKyc(readCode));
    const kyb = await open('KYB_EVENT', walkKyb(readCode));

    let lives = 0;
    let cut = 0;
    while (!(kyc.isDone && kyb.isDone)) {
      lives += 1;
      await kyc.findsEverything();
      await kyb.findsEverything();
      for (let call = 0; call < callsOfALife; call += 1) {
        await kyc.goOn();
        await kyb.goOn();
      }
      // The outcome of one more call is unknown.
      const broken = (lives % 2 === 0 ? kyc : kyb).startCall();
      await sleep(random() * longestCallMs);
      server.signal('SIGKILL');
      await server.ended;
      if ((await broken) === 'cut') cut += 1;
      server = deployment.serve({ env, provision: false });
      await server.ready;
    }
    printFigures({ store, lives, cut, kyc: kyc.calls, kyb: kyb.calls });
    await kyc.findsEverything();
    await kyb.findsEverything();
    await untilGreen(baseUrl);

    const outcome = async (eventType: 'KYC_EVENT' | 'KYB_EVENT') => {
      const { executionId } = await client.workflow.query({
        eventType,
        source: 'SDK',
        customerId: eventType,
      });
      await until(`${eventType} to be decided`, async () => {
        return (await client.workflow.status(executionId))?.caseStatus !== '';
      });
      return client.workflow.status(executionId);
    };
    expect(await outcome('KYC_EVENT')).toMatchObject({ status: 'WAITING', caseStatus: 'UNASSIGNED' });
    expect(await outcome('KYB_EVENT')).toMatchObject({ status: 'WAITING', caseStatus: 'UNASSIGNED' });
    server.signal('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });

    const database = await deployment.open();
    try {
      const kept = await database.operator((tx) =>
        tx.sql<{ customer: string; account: unknown }>(
          `select e.customer_id as customer, json_build_object(
             'cases', (select count(*) from case_record c where c.execution_id = e.execution_id),
             'visits', (select json_agg(v.node_id order by v.sequence) from gatehouse.node_runs(e.tenant_id, e.domain, e.execution_id) v),
             'given', (select json_agg(a.detail ->> 'nodeId' order by a.detail ->> 'nodeId') from audit_event a
               where a.object_id = e.execution_id::text and a.act in ('flow.give', 'flow.submit')),
             'submitted', (select count(*) from audit_event a
               where a.object_id = e.execution_id::text and a.act = 'flow.submit'),
             'consents', (select count(*) from audit_event a
               where a.object_id = e.execution_id::text and a.act = 'flow.consent'),
             'files', (select count(*) from flow_file f where f.execution_id = e.execution_id),
             'uploads', (select count(distinct f.upload_id) from flow_file f where f.execution_id = e.execution_id),
             'parts', (select count(*) from flow_file_part)) as account
           from execution e order by customer`,
        ),
      );
      expect(Object.fromEntries(kept.map(({ customer, account }) => [customer, account]))).toEqual({
        KYB_EVENT: {
          cases: 1,
          visits: [
            'company',
            'profile',
            'owners',
            'papers',
            'mail',
            'submit',
            'screenCompany',
            'screenOwners',
            'sanctions',
            'score',
            'review',
          ],
          given: ['company', 'mail', 'owners', 'papers', 'profile', 'submit'],
          submitted: 1,
          consents: 1,
          files: 6,
          uploads: 6,
          parts: 0,
        },
        KYC_EVENT: {
          cases: 1,
          visits: ['about', 'forms', 'papers', 'phone', 'submit', 'screen', 'score', 'review'],
          given: ['about', 'forms', 'papers', 'phone', 'submit'],
          submitted: 1,
          consents: 1,
          files: 2,
          uploads: 2,
          parts: 0,
        },
      });
    } finally {
      await database.close();
    }
  });
});

/** Somebody whose page calls on, whatever becomes of the server, and remembers what it was told. */
class Person {
  readonly #pages: FlowPages;
  readonly #walk: Walk;
  #next: PageCall | undefined;
  #told: { readonly call: PageCall; readonly answer: FlowAnswer } | undefined;
  #view: FlowView | undefined;
  /** The next call went out, and nobody knows whether it arrived. */
  #isUnderWay = false;
  calls = 0;

  private constructor(pages: FlowPages, walk: Walk) {
    this.#pages = pages;
    this.#walk = walk;
  }

  static async open(baseUrl: string, url: string, walk: Walk): Promise<Person> {
    const pages = new FlowPages(baseUrl);
    const { status } = await pages.open(url);
    expect(status).toBe(200);
    const person = new Person(pages, walk);
    person.#come(await walk.next());
    return person;
  }

  get isDone(): boolean {
    return this.#next === undefined;
  }

  /** The flow stands where the person was told, the last call has the same answer, and the session continues. */
  async findsEverything(): Promise<void> {
    if (this.#told === undefined) return;
    const { call, answer } = this.#told;
    if (this.#isUnderWay) {
      // What is not known may have led further; what was told is still there.
      const now = (await this.#settled({ ...(await this.#pages.view()) })) as unknown as FlowView;
      expect(doneIn(now)).toEqual(expect.arrayContaining(doneIn(this.#view)));
      return;
    }
    if (call.repeats) {
      const again = await this.#send(call);
      expect([call.name, again.status, await this.#settled(again.body)]).toEqual([
        call.name,
        answer.status,
        await this.#settled(answer.body),
      ]);
    }
    if (this.#view !== undefined) expect(await this.#pages.view()).toEqual(this.#view);
  }

  /** The next call that tells the person something, and its answer. */
  async goOn(): Promise<void> {
    const call = this.#next;
    if (call === undefined) return;
    this.#isUnderWay = false;
    const answer = await this.#send(call);
    if (answer.status !== call.status) {
      throw new Error(`${call.name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    this.calls += 1;
    const body = await this.#settled(answer.body);
    this.#told = { call, answer: { ...answer, body } };
    if ('steps' in body) this.#view = body as unknown as FlowView;
    // A wrong guess and a code that was sent change what the step shows.
    else if (answer.status !== 200) this.#view = await this.#pages.view();
    this.#come(await this.#walk.next({ ...answer, body }));
    if (call.isQuiet) await this.goOn();
  }

  /** Makes the next call without telling the person its answer. */
  async startCall(): Promise<'none' | 'answered' | 'cut'> {
    const call = this.#next;
    // A guess counts each time it arrives.
    if (call === undefined || !call.repeats) return 'none';
    this.#isUnderWay = true;
    return this.#send(call).then(
      () => 'answered',
      () => 'cut',
    );
  }

  #send({ path, method, body }: PageCall): Promise<FlowAnswer> {
    return this.#pages.send(path, { method, ...(body !== undefined && { body }) });
  }

  /** A view of a service at work becomes another by itself. */
  async #settled(body: Record<string, unknown>): Promise<Record<string, unknown>> {
    let settled = body;
    await until('the service to come to the next step', async () => {
      if (settled['state'] === 'working') settled = (await this.#pages.view()) as never;
      return settled['state'] !== 'working';
    });
    return settled;
  }

  #come({ done, value }: IteratorResult<PageCall, void>): void {
    this.#next = done === true ? undefined : (value as PageCall);
  }
}

function doneIn(view: FlowView | undefined): string[] {
  return (view?.steps ?? []).flatMap(({ nodeId, state }) => (state === 'done' ? [nodeId] : []));
}
