import { request } from 'node:http';
import { filePartBytes } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { FlowPages, stepOf } from './support/flow-pages.ts';
import { asking, flowsOf } from './support/requested-flows.ts';
import { announce, many, partOf, sendPart, tryAnnounce } from './support/sent-files.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

describe.each(storyStores())('files of people in parts, %s', (store) => {
  let service: TestService;
  const workflow = asking('wf_papers', [{ id: 'papers', type: 'documents', rule: 'KYC_DEFAULT' }]);
  const tenant = aTenant({ workflows: [{ domain: 'retail', workflow }] });
  const { link, opened, started } = flowsOf(() => service, tenant);

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
  });
  afterAll(() => service?.stop());

  it('come in any order, twice and side by side, and are one upload', async () => {
    const { pages } = await started('c-parts');
    const content = png(3 * filePartBytes + 5000);
    const { fileId, missing } = await announce(pages, content.length);
    expect(missing).toEqual([0, 1, 2, 3]);
    expect((await sendPart(pages, { fileId, number: 3, content: partOf(content, 3) })).body).toMatchObject({
      missing: [0, 1, 2],
    });
    // A part that is there stays as it is.
    const other = Buffer.alloc(partOf(content, 3).length, 7);
    expect((await sendPart(pages, { fileId, number: 3, content: other })).status).toBe(200);
    expect((await announce(pages, content.length)).missing).toEqual([0, 1, 2]);
    const last = await Promise.all(
      [0, 1, 2, 1].map((n) => sendPart(pages, { fileId, number: n, content: partOf(content, n) })),
    );
    expect(last.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await announce(pages, content.length)).toMatchObject({ complete: true, missing: [] });
    expect((await sendPart(pages, { fileId, number: 0, content: partOf(content, 0) })).body).toMatchObject({
      complete: true,
    });
    const kept = await service.app.database.operator((tx) =>
      tx.sql<{ size: number; parts: number }>(
        `select u.size::int as size, (select count(*)::int from flow_file_part p where p.file_id = f.file_id) as parts
         from flow_file f join upload u using (tenant_id, domain, upload_id) where f.file_id = $1`,
        [fileId],
      ),
    );
    expect(kept).toEqual([{ size: content.length, parts: 0 }]);
  });

  it('have bounds: of parts, of a file, of all files', async () => {
    const { pages } = await started('c-bounds');
    const size = filePartBytes + 10;
    const { fileId } = await announce(pages, size);
    const whole = Buffer.alloc(filePartBytes);
    const statuses = async (parts: readonly (readonly [number | string, Buffer])[]) => {
      const answers = await Promise.all(
        parts.map(([number, part]) => sendPart(pages, { fileId, number, content: part })),
      );
      return answers.map(({ status, body }) => `${status} ${String(body['code'])}`);
    };
    expect(
      await statuses([
        [0, whole.subarray(1)],
        [1, whole.subarray(0, 11)],
        [2, whole.subarray(0, 10)],
        [-1, whole],
        ['0x0', whole],
        ['9999999', whole],
      ]),
    ).toEqual(Array.from({ length: 6 }, () => '400 MALFORMED'));
    expect(await statuses([[0, Buffer.alloc(filePartBytes + 1)]])).toEqual(['413 TOO_LARGE']);
    expect((await announce(pages, size)).missing).toEqual([0, 1]);
    expect((await tryAnnounce(pages, size + 1, 'file-of-a-page')).body).toMatchObject({
      code: 'MALFORMED',
      field: 'clientKey',
    });
    expect(await tryAnnounce(pages, 20 * 1024 * 1024 + 1, 'large-file')).toMatchObject({ status: 413 });
    expect(await tryAnnounce(pages, 0, 'empty-file')).toMatchObject({ status: 400 });
    // 1 GiB in all: 51 of the largest.
    const large = await many(52, (index) => tryAnnounce(pages, 20 * 1024 * 1024, `large-file-${index}`));
    expect(large.filter(({ status }) => status === 413)).toHaveLength(1);
    const other = await started('c-many');
    const few = await many(200, (index) => tryAnnounce(other.pages, 10, `small-file-${index}`));
    expect(new Set(few.map(({ status }) => status))).toEqual(new Set([200]));
    const more = await opened(await link('c-many'));
    await more.consent();
    const last = await many(110, (index) => tryAnnounce(more, 10, `further-file-${index}`));
    expect(last.filter(({ status }) => status === 200)).toHaveLength(100);
  });

  it('that are not what they should be, or not whole, are no documents', async () => {
    const { pages, view } = await started('c-odd');
    const { callbackKey } = stepOf(view, 'documents');
    const words = Buffer.from('these are words and no picture');
    const { fileId } = await announce(pages, words.length);
    expect(await sendPart(pages, { fileId, number: 0, content: words })).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_MEDIA_TYPE' },
    });
    // Its place is free for the right one.
    const picture = png(filePartBytes + 1000);
    const again = await announce(pages, picture.length);
    await sendPart(pages, { fileId: again.fileId, number: 0, content: partOf(picture, 0) });
    const body = { callbackKey, group: 'SELFIE', type: 'SELFIE', files: { front: again.fileId } };
    expect(await pages.send('/steps/papers/documents', { method: 'POST', body })).toMatchObject({
      status: 422,
      body: { faults: [{ field: 'files.front', rule: 'unknown' }] },
    });
    await sendPart(pages, { fileId: again.fileId, number: 1, content: partOf(picture, 1) });
    const added = await pages.view('/steps/papers/documents', body);
    expect(stepOf(added, 'documents').given).toHaveLength(1);
  });

  it('lie sealed until they are whole, and are sent anew where their key is gone', async () => {
    const { pages } = await started('c-sealed');
    const picture = png(filePartBytes + 1000);
    const { fileId } = await announce(pages, picture.length);
    const send = (number: number) => sendPart(pages, { fileId, number, content: partOf(picture, number) });
    await send(0);
    const { database } = service.app;
    const [part] = await database.operator((tx) =>
      tx.sql<{ content: Buffer; executionId: string }>(
        `select content, execution_id::text as "executionId" from flow_file_part join flow_file using (tenant_id, domain, file_id)
         where file_id = $1`,
        [fileId],
      ),
    );
    expect(part!.content.includes(partOf(picture, 0).subarray(0, 16))).toBe(false);
    // As in a store that was restored without its keys.
    const gone = await database.operator((tx) =>
      tx.sql('delete from personal_key where key_id = $1 returning 1', [part!.executionId]),
    );
    expect(gone).toHaveLength(1);
    expect(await send(1)).toMatchObject({ status: 415 });
    const again = await announce(pages, picture.length);
    expect(again.missing).toEqual([0, 1]);
    const parts = [0, 1].map((number) => ({
      fileId: again.fileId,
      number,
      content: partOf(picture, number),
    }));
    const answers = await Promise.all(parts.map((each) => sendPart(pages, each)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await announce(pages, picture.length)).toMatchObject({ complete: true });
  });

  it('go on where the connection was lost', async () => {
    const { pages } = await started('c-cut');
    const picture = png(filePartBytes + 1000);
    const { fileId } = await announce(pages, picture.length);
    const broken = request(new URL(`/verify/api/files/${fileId}/parts/0`, service.app.baseUrl), {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${pages.token}`,
        'content-type': 'application/octet-stream',
        'content-length': String(filePartBytes),
      },
    });
    broken.on('error', () => undefined);
    broken.write(partOf(picture, 0).subarray(0, 100_000));
    await new Promise((resolve) => setImmediate(resolve));
    broken.destroy();
    await new Promise((resolve) => broken.once('close', resolve));
    expect((await announce(pages, picture.length)).missing).toEqual([0, 1]);
    await sendPart(pages, { fileId, number: 0, content: partOf(picture, 0) });
    expect((await sendPart(pages, { fileId, number: 1, content: partOf(picture, 1) })).body).toMatchObject({
      complete: true,
    });
  });

  it('are taken from a slow line for longer than any other call may take', async () => {
    const hasty = await startTestService(
      store,
      {},
      { http: { requestTimeoutMs: 1_000, connectionsCheckingIntervalMs: 100 } },
    );
    try {
      await hasty.provision(tenant);
      const client = hasty.client({ ...tenant.key, domain: 'retail' });
      const requested = { email: 'slow@example.test', customerId: 'slow', eventType: 'KYC_EVENT' } as const;
      const { url } = await client.link.generate(requested);
      const pages = new FlowPages(hasty.app.baseUrl);
      await pages.open(url);
      await pages.consent();
      const picture = png(10_000);
      const { fileId } = await announce(pages, picture.length);
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const sending = request(new URL(`/verify/api/files/${fileId}/parts/0`, hasty.app.baseUrl), {
          method: 'PUT',
          headers: {
            authorization: `Bearer ${pages.token}`,
            'content-type': 'application/octet-stream',
            'content-length': String(picture.length),
          },
        });
        sending.on('error', reject);
        sending.on('response', (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        for (const at of [0, 1, 2, 3]) {
          const piece = picture.subarray(at * 2_500, (at + 1) * 2_500);
          setTimeout(() => (at === 3 ? sending.end(piece) : sending.write(piece)), at * 700);
        }
      });
      expect(status).toBe(200);
    } finally {
      await hasty.stop();
    }
  });
});
