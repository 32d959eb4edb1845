import type { ConsoleData, FlowFile } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { person, signIn } from './support/console.ts';
import { FlowPages, stepOf } from './support/flow-pages.ts';
import { keptMessages, startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const nodes = [
  { id: 'about', type: 'particulars', fields: ['name'] },
  { id: 'papers', type: 'documents', rule: 'KYC_DEFAULT' },
  { id: 'submit', type: 'review-and-submit' },
  { id: 'decide', type: 'decision', outcome: 'manual', groups: ['compliance'] },
];
const ids = ['start', ...nodes.map(({ id }) => id)];
const workflow = {
  id: 'wf_again',
  name: 'Again',
  eventType: 'KYC_EVENT',
  source: 'SDK',
  nodes,
  edges: ids.slice(1).map((to, index) => ({ from: ids[index]!, to })),
};
const fields = {
  surname: 'MUSTER',
  givenNames: 'ERIKA',
  documentNumber: 'C01X00T47',
  expiryDate: '2040-01-01',
};

describe.each(['embedded', 'PostgreSQL'] as const)('a document that is asked for again, %s', (store) => {
  let service: TestService;
  const tenant = aTenant({
    workflows: [{ domain: 'retail', workflow }],
    groups: ['compliance'],
    cases: { holdSeconds: 60 },
    users: [person('cora', ['analyst'], ['compliance']), person('carl', ['analyst'], ['compliance'])],
  });
  beforeAll(async () => {
    // With mails on one store, and without any on the other.
    const mailbox = store === 'embedded' ? 'on' : 'off';
    service = await startTestService(store, { GATEHOUSE_DEV_MAILBOX: mailbox });
    await service.provision(tenant);
  });
  afterAll(() => service?.stop());

  async function addPassport(flow: FlowPages, name: string): Promise<void> {
    const content = png();
    const file = {
      clientKey: `the file ${name} of a test`,
      filename: `${name}.png`,
      contentType: 'image/png',
      size: content.length,
    };
    const { body } = await flow.send('/files', { method: 'POST', body: file });
    const { fileId } = body as unknown as FlowFile;
    await flow.send(`/files/${fileId}/parts/0`, { method: 'PUT', body: new Uint8Array(content) });
    const { callbackKey } = stepOf(await flow.view(), 'documents');
    const added = await flow.view('/steps/papers/documents', {
      callbackKey,
      group: name === 'face' ? 'SELFIE' : 'IDENTITY',
      type: name === 'face' ? 'SELFIE' : 'PASSPORT',
      ...(name === 'face' ? {} : { country: 'DE' }),
      files: { front: fileId },
    });
    if (name === 'face') return;
    const { documentId } = stepOf(added, 'documents').given.at(-1)!;
    const path = `/steps/papers/documents/${documentId}`;
    expect((await flow.send(path, { method: 'PUT', body: { callbackKey, fields } })).status).toBe(200);
  }

  async function newLink(customerId: string): Promise<string> {
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const email = `${customerId}@example.test`;
    return (await client.link.generate({ email, customerId, eventType: 'KYC_EVENT' })).url;
  }

  /** The link as it comes to its reader: by mail, in their language, or through whoever asked. */
  async function linkOf({ url, email }: ConsoleData<'cases.askDocument'>): Promise<string> {
    expect(url === null).toBe(store === 'embedded');
    if (url !== null) return url;
    await service.drain();
    const mail = (await keptMessages(service)).find(({ to }) => to === email)!;
    expect(mail.text).toContain('benötigt eines Ihrer Dokumente noch einmal');
    return /http\S+linkToken=\S+/.exec(mail.text)![0];
  }

  /** A case that cora has, with the passport that its end user gave. */
  async function claimedCase(customerId: string) {
    const flow = new FlowPages(service.app.baseUrl);
    await flow.open(await newLink(customerId));
    await flow.submitStep(await flow.consent('de'), { values: { name: 'Erika Muster' } });
    await addPassport(flow, 'passport');
    await addPassport(flow, 'face');
    const { consent } = stepOf(await flow.submitStep(await flow.view(), {}), 'review-and-submit');
    const agreed = { consentVersion: consent.version, consentSha256: consent.sha256, agreed: true };
    await flow.submitStep(await flow.view(), agreed);
    await service.drain();
    const cora = await signIn(service, tenant, 'cora');
    const { cases } = await cora.get<'cases.list'>(`/domains/retail/cases?customerId=${customerId}`);
    const { caseNo, revision } = cases[0]!;
    const path = `/domains/retail/cases/${caseNo}`;
    await cora.post(`${path}/moves`, { move: 'claim', expectedRevision: revision });
    const read = () => cora.get<'cases.read'>(path);
    return { cora, path, read, found: await read() };
  }

  it('sends the case back, is given by a link of its own, and brings the case back to who asked', async () => {
    const { cora, path, read, found } = await claimedCase('c-again');
    const [passport] = found.givenDocuments;
    const asking = `${path}/documents/${passport!.documentId}/requests`;
    const body = { reason: 'unreadable', expectedRevision: found.revision };
    const old = await newLink('c-again');
    const answer = await cora.post<'cases.askDocument'>(asking, body);
    expect(answer).toMatchObject({ status: 'RETURNED', email: 'c-again@example.test' });
    const url = await linkOf(answer);
    // Sent again, it asks nobody twice.
    expect(await cora.refused(asking, { method: 'POST', body })).toMatchObject({ code: 'REVISION_GONE' });
    expect((await read()).status).toBe('RETURNED');
    // Nobody is handed a case that waits for somebody else.
    expect(await cora.post<'cases.next'>('/domains/retail/cases/next')).toEqual({ case: null });

    // The address has one live link.
    expect((await new FlowPages(service.app.baseUrl).open(old)).body['code']).toBe('LINK_SUPERSEDED');
    const flow = new FlowPages(service.app.baseUrl);
    await flow.open(url);
    const view = await flow.view();
    expect([view.state, view.language, view.steps.map(({ nodeId }) => nodeId)]).toEqual([
      'step',
      'de',
      ['papers'],
    ]);
    expect(stepOf(view, 'documents')).toMatchObject({
      request: { type: 'PASSPORT', reason: 'unreadable' },
      groups: [{ group: 'IDENTITY', minCount: 1, choices: [{ type: 'PASSPORT' }] }],
      given: [],
    });
    // Nothing else is opened by it.
    expect((await flow.send('/steps/about/reopen', { method: 'POST', body: {} })).status).toBe(409);
    expect((await flow.trySubmitStep(view, {})).status).toBe(422);
    await addPassport(flow, 'passport-again');
    const before = await flow.view();
    const done = await flow.submitStep(before, {});
    expect(done.state).toBe('done');
    expect((await flow.trySubmitStep(before, {})).status).toBe(200);

    const after = await read();
    expect([after.status, after.assignee]).toEqual(['UNDER_REVIEW', after.documentReviews[0]!.reviewedBy]);
    expect(after.givenDocuments.map(({ type, replaces }) => [type, replaces])).toEqual([
      ['PASSPORT', null],
      ['SELFIE', null],
      ['PASSPORT', passport!.documentId],
    ]);
    expect(after.documents).toHaveLength(3);
    const acts = after.timeline.flatMap((entry) => (entry.kind === 'act' ? [entry.act] : []));
    expect(acts).toEqual(expect.arrayContaining(['case.ask_document', 'case.receive_document']));
    // The decision ends the same execution.
    await cora.post(`${path}/moves`, {
      move: 'approve',
      reason: 'All documents were seen',
      expectedRevision: after.revision,
    });
    expect((await read()).execution).toMatchObject({
      executionId: found.execution.executionId,
      state: 'COMPLETED',
    });
  });

  it('gives a case that was resumed meanwhile a new revision, and ends a decision that is held', async () => {
    const { cora, path, read, found } = await claimedCase('c-late');
    const asking = `${path}/documents/${found.givenDocuments[0]!.documentId}/requests`;
    const body = { reason: 'unreadable', expectedRevision: found.revision };
    const flow = new FlowPages(service.app.baseUrl);
    await flow.open(await linkOf(await cora.post<'cases.askDocument'>(asking, body)));
    await addPassport(flow, 'passport-late');
    const move = async (name: string, more = {}) => {
      const { revision } = await read();
      await cora.post(`${path}/moves`, { move: name, expectedRevision: revision, ...more });
    };
    await move('resume');
    await move('approve', { reason: 'All documents were seen', hold: true });
    const held = await read();
    expect(held.pending).toMatchObject({ decision: 'approve' });
    expect((await flow.submitStep(await flow.view(), {})).state).toBe('done');
    const after = await read();
    expect(after).toMatchObject({ pending: null, status: 'UNDER_REVIEW', assignee: held.assignee });
    expect(after.revision).toBeGreaterThan(held.revision);
    const acts = after.timeline.flatMap((entry) => (entry.kind === 'act' ? [entry] : []));
    expect(acts.find(({ act }) => act === 'case.void')?.detail).toMatchObject({
      decision: 'approve',
      because: 'a document arrived',
    });
    const received = acts.find(({ act }) => act === 'case.receive_document');
    expect(received?.detail).toMatchObject({ revision: after.revision });
    await move('reject', { reason: 'The passport is another person’s' });
  });

  it('keeps a case from nobody once its link was superseded', async () => {
    const { cora, path, found } = await claimedCase('c-superseded');
    const asking = `${path}/documents/${found.givenDocuments[0]!.documentId}/requests`;
    await cora.post(asking, { reason: 'unreadable', expectedRevision: found.revision });
    const next = () => cora.post<'cases.next'>('/domains/retail/cases/next');
    const available = async () =>
      (await cora.get<'cases.list'>('/domains/retail/cases?available=true')).cases.map(
        ({ caseNo }) => caseNo,
      );
    expect(await next()).toEqual({ case: null });
    expect(await available()).not.toContain(found.caseNo);
    await newLink('c-superseded');
    expect(await available()).toContain(found.caseNo);
    expect(await next()).toMatchObject({ case: { caseNo: found.caseNo } });
  });

  it('is refused where no hosted step gave it, and to who has not the case; a resolved case takes nothing', async () => {
    const { cora, path, read, found } = await claimedCase('c-refused');
    const { expectedRevision, documentId } = {
      expectedRevision: found.revision,
      documentId: found.givenDocuments[0]!.documentId,
    };
    const file = found.documents[0]!.uploadId;
    const body = { reason: 'expired', expectedRevision };
    const ofFile = `${path}/documents/${file}/requests`;
    expect(await cora.refused(ofFile, { method: 'POST', body })).toMatchObject({
      code: 'MOVE_REFUSED',
      message: expect.stringContaining('no step of a hosted flow'),
    });
    const carl = await signIn(service, tenant, 'carl');
    const asking = `${path}/documents/${documentId}/requests`;
    expect(await carl.refused(asking, { method: 'POST', body })).toMatchObject({ code: 'FORBIDDEN' });
    const url = await linkOf(await cora.post<'cases.askDocument'>(asking, body));
    const returned = await read();
    await cora.post(`${path}/moves`, { move: 'reject', reason: 'Late', expectedRevision: returned.revision });
    const flow = new FlowPages(service.app.baseUrl);
    await flow.open(url);
    expect((await flow.view()).state).toBe('ended');
    expect((await read()).status).toBe('REJECTED');
  });

  it('is refused where no link led to the case, and leaves the case as it was', async () => {
    const { cora, path, read, found } = await claimedCase('c-no-email');
    const { executionId } = found.execution;
    await service.app.database.operator((tx) =>
      tx.sql('update link set execution_id = null where execution_id = $1', [executionId]),
    );
    const asking = `${path}/documents/${found.givenDocuments[0]!.documentId}/requests`;
    const body = { reason: 'unreadable', expectedRevision: found.revision };
    expect(await cora.refused(asking, { method: 'POST', body })).toMatchObject({
      code: 'MOVE_REFUSED',
      message: expect.stringContaining('no e-mail address is known'),
    });
    expect(await read()).toMatchObject({
      status: 'UNDER_REVIEW',
      revision: found.revision,
      documentReviews: [],
    });
  });
});
