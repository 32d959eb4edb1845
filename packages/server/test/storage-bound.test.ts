import { filePartBytes } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { asking, flowsOf } from './support/requested-flows.ts';
import { announce, partOf, sendPart, tryAnnounce } from './support/sent-files.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { sendFile, uploadToken } from './support/uploads.ts';

const picture = png(filePartBytes + 1000);

describe.each(storyStores())('the bound of stored files, %s', (store) => {
  let service: TestService;
  let ana: Browser;
  const workflow = asking('wf_papers', [{ id: 'papers', type: 'documents', rule: 'KYC_DEFAULT' }]);
  const tenant = aTenant({
    users: [person('ana', ['analyst'], ['first-line'])],
    watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple' }],
    workflows: [
      { domain: 'retail', workflow },
      { domain: 'retail', workflow: screeningWorkflow() },
    ],
  });
  const rival = aTenant();
  const { started } = flowsOf(() => service, tenant);
  const upload = async (of = tenant) =>
    sendFile(service, await uploadToken(service, of.key), { bytes: picture, filename: 'a.png' });
  const storage = async () => (await ana.get<'allowance.read'>('/allowance')).storage;
  const roomFor = async (files: number) => {
    const { usedBytes } = await storage();
    await service.provision({ ...tenant, maxStoredBytes: usedBytes + files * picture.length });
    return usedBytes;
  };

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant, rival);
    ana = await signIn(service, tenant, 'ana');
  });
  afterAll(() => service?.stop());

  it('is 100 GiB where the tenant file names none', async () => {
    expect(await storage()).toEqual({ usedBytes: 0, maxBytes: 107_374_182_400 });
  });

  it('holds for uploads side by side, leaves nothing of those refused, and is the tenant’s own', async () => {
    const before = await roomFor(3);
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload()));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 200, 200, 403, 403, 403, 403, 403,
    ]);
    expect(answers.find(({ status }) => status === 403)).toMatchObject({
      apiCode: 999501,
      apiMsg: 'REQUEST_API_EXCEED_LIMIT',
      data: null,
      detail: expect.stringContaining(`exceed maxStoredBytes, ${before + 3 * picture.length} bytes`),
    });
    const full = before + 3 * picture.length;
    expect(await storage()).toEqual({ usedBytes: full, maxBytes: full });
    const [rows] = await service.app.database.operator((tx) =>
      tx.sql<{ bytes: number }>('select sum(size) as bytes from upload where tenant_id = $1', [tenant.id]),
    );
    expect(rows).toEqual({ bytes: full });
    expect((await upload(rival)).status).toBe(200);
    await service.provision({ ...tenant, maxStoredBytes: 1 });
    expect((await upload()).status).toBe(403);
    // A file that does not speak of it leaves it.
    await service.provision(tenant);
    expect((await upload()).status).toBe(403);
    await roomFor(1);
    expect((await upload()).status).toBe(200);
  });

  it('is told to end users as what it is, before they send a file and after', async () => {
    await roomFor(1);
    const { pages } = await started('c-full');
    const { fileId } = await announce(pages, picture.length);
    expect((await upload()).status).toBe(200);
    expect(await tryAnnounce(pages, picture.length, 'another-file')).toMatchObject({
      status: 507,
      body: { code: 'STORAGE_FULL' },
    });
    await sendPart(pages, { fileId, number: 0, content: partOf(picture, 0) });
    const last = { fileId, number: 1, content: partOf(picture, 1) };
    const answers = await Promise.all([1, 2, 3].map(() => sendPart(pages, last)));
    expect(answers.map(({ status, body }) => `${status} ${String(body['code'])}`)).toEqual(
      Array.from({ length: 3 }, () => '507 STORAGE_FULL'),
    );
    await roomFor(1);
    // Its parts are still there.
    expect(await announce(pages, picture.length)).toMatchObject({ complete: true, missing: [] });
  });

  it('refuses files for cases by a code of its own', async () => {
    const retail = service.client({ ...tenant.key, domain: 'retail' });
    const data = { customerId: 'one', name: 'Wilhelmina Thornapple', customerType: 'individual' } as const;
    const { executionId } = await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await service.drain();
    const { caseNo } = (await retail.workflow.status(executionId))!;
    await roomFor(0);
    const path = `/api/domains/retail/cases/${caseNo}/attachments?filename=a.png`;
    const response = await fetch(`${service.app.consoleUrl}${path}`, {
      method: 'POST',
      headers: {
        cookie: ana.cookie!,
        'x-gatehouse-console': '1',
        'content-type': 'application/octet-stream',
      },
      body: new Uint8Array(picture),
    });
    expect(response.status).toBe(507);
    expect(await response.json()).toMatchObject({ code: 'STORAGE_FULL' });
  });
});
