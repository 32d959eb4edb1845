import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  maxUploadBytes,
  type UploadedFile,
  type UploadType,
  uploadTypeNames,
  uploadTypes,
} from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png, sampleFiles } from '../src/uploads/sample-files.fixture.ts';
import { person, signIn } from './support/console.ts';
import { callGateway } from './support/network.ts';
import { hasS3Server, startS3Server, type TestS3 } from './support/s3-server.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow } from './support/tenants.ts';
import {
  dataUrl,
  send,
  sendFile,
  sendForm,
  sendJson,
  type UploadAnswer,
  uploadToken,
} from './support/uploads.ts';

const places = ['files on disk', ...(hasS3Server() ? (['an S3 server'] as const) : [])] as const;
let s3: TestS3 | undefined;
beforeAll(async () => {
  if (places.length > 1) s3 = await startS3Server();
});
afterAll(() => s3?.stop());

const refused = (status: number, apiCode: number, apiMsg: string) => ({
  status,
  apiCode,
  apiMsg,
  data: null,
});
const invalid = (status: number) => refused(status, 999301, 'API_INVALID_REQUEST');
const unauthorized = refused(401, 999303, 'API_NON_AUTHORIZED');

describe.each(storyStores().flatMap((store) => places.map((place) => ({ store, place }))))(
  'uploads, $store and $place',
  ({ store, place }) => {
    let service: TestService;
    let token: string;
    const tenant = aTenant({
      users: [person('ana', ['analyst']), person('aud', ['auditor']), person('dev', ['developer'])],
      uploadOrigins: ['https://app.acme.test'],
      workflows: [
        {
          domain: 'retail',
          workflow: {
            ...decidingWorkflow('KYC_EVENT'),
            entry: [
              { name: 'document', type: 'string' },
              { name: 'pages', type: 'list' },
            ],
          },
        },
      ],
    });
    const rival = aTenant();

    beforeAll(async () => {
      service = await startTestService(store, place === 'an S3 server' ? await s3!.settings() : {});
      await service.provision(tenant, rival);
      token = await uploadToken(service, tenant.key);
    });
    afterAll(() => service?.stop());

    async function stored(file: { bytes: Buffer; filename?: string; type?: string }): Promise<UploadedFile> {
      const answer = await sendFile(service, token, file);
      expect(answer).toMatchObject({ status: 200, apiCode: 200, apiMsg: 'OK' });
      return answer.data!;
    }

    const uploadIdOf = ({ url }: UploadedFile) => /([0-9a-f-]{36})\.\w+$/.exec(url)![1]!;

    async function readBack(file: UploadedFile): Promise<Response> {
      const { cookie } = await signIn(service, tenant, 'ana');
      return fetch(`${service.app.consoleUrl}/api/domains/retail/uploads/${uploadIdOf(file)}/content`, {
        headers: { cookie: cookie! },
      });
    }

    /** What the disk of the service holds of uploads that were not kept. */
    async function leftOnTheWay(): Promise<string[]> {
      const folder = join(service.env['GATEHOUSE_DATA_DIR']!, 'uploads', '.incoming');
      return readdir(folder).catch(() => []);
    }

    it('issue a token of 900 seconds, at any version of the form N.N.N', async () => {
      const answer = await callGateway(service.app.baseUrl, tenant.key, {
        api: 'storage.upload.token',
        data: {},
      });
      expect(answer).toMatchObject({ status: 200, apiCode: 200 });
      expect(answer.data).toEqual({
        code: 200,
        uploadToken: expect.stringMatching(/^[\w-]{43}$/),
        expiresIn: 900,
      });
      const client = service.client({ ...tenant.key, domain: 'retail' });
      expect((await client.call('storage.upload.token', {}, { version: '7.0.3' })).expiresIn).toBe(900);
      await expect(client.call('storage.upload.token', {}, { version: 'v1' })).rejects.toMatchObject({
        name: 'API_NOT_FOUND',
      });
    });

    it.each(uploadTypeNames)(
      'take a %s, by its content alone, and give it back untouched',
      async (type: UploadType) => {
        const bytes = sampleFiles[type]();
        const { mediaType, extensions } = uploadTypes[type];
        const file = await stored({ bytes, filename: `My scan.${extensions[0]}`, type: mediaType });
        expect(file).toEqual({
          url: expect.stringMatching(
            new RegExp(`^s3://[^/]+/uploads/\\d{4}-\\d\\d-\\d\\d/${tenant.id}/retail/[0-9a-f-]{36}\\.\\w+$`),
          ),
          filename: `My scan.${extensions[0]}`,
          content_type: mediaType,
          size: bytes.length,
        });
        const back = await readBack(file);
        expect(back.headers.get('content-type')).toBe(mediaType);
        expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true);
      },
    );

    it('take JPG as JPEG, in any case, and names that say nothing of a type', async () => {
      for (const filename of ['a.JPG', 'a.jpeg', 'a', 'scan.2024']) {
        expect((await stored({ bytes: sampleFiles.jpeg(), filename, type: 'image/jpg' })).content_type).toBe(
          'image/jpeg',
        );
      }
    });

    it('take the same as a data URL in JSON', async () => {
      const bytes = png(100_001);
      const answer = await sendJson(service, {
        uploadToken: token,
        image: dataUrl(bytes),
        filename: 'p.png',
      });
      expect(answer).toMatchObject({ status: 200, apiCode: 200 });
      expect(answer.data).toMatchObject({ filename: 'p.png', content_type: 'image/png', size: bytes.length });
      expect(Buffer.from(await (await readBack(answer.data!)).arrayBuffer()).equals(bytes)).toBe(true);
    });

    it('take a data URL whose JSON escapes slashes and pluses, in any order of members', async () => {
      const bytes = sampleFiles.pdf();
      const image = dataUrl(bytes, 'application/pdf').replaceAll('/', '\\/').replaceAll('+', '\\u002B');
      const body = `{"image":"${image}","other":[1,{"image":"x"}],"filename":"a.pdf","uploadToken":"${token}"}`;
      const answer = await sendJson(service, body);
      expect(answer).toMatchObject({
        status: 200,
        data: { content_type: 'application/pdf', size: bytes.length },
      });
    });

    it('take several files with one token, and the token behind the file', async () => {
      const file = { bytes: png(), filename: 'a.png' };
      const answer = await sendForm(service, [
        ['file', file],
        ['uploadToken', token],
      ]);
      expect(answer.status).toBe(200);
      expect(new Set([answer.data!.url, (await stored(file)).url, (await stored(file)).url]).size).toBe(3);
    });

    it('take 20 MB exactly, in both forms, and refuse one byte more', { timeout: 120_000 }, async () => {
      const largest = png(maxUploadBytes);
      expect(largest.length).toBe(20_971_520);
      const file = await stored({ bytes: largest, filename: 'a.png' });
      expect(file.size).toBe(maxUploadBytes);
      const back = Buffer.from(await (await readBack(file)).arrayBuffer());
      expect(createHash('sha256').update(back).digest()).toEqual(
        createHash('sha256').update(largest).digest(),
      );
      const inJson = await sendJson(service, {
        uploadToken: token,
        image: dataUrl(largest),
        filename: 'a.png',
      });
      expect(inJson).toMatchObject({ status: 200, data: { size: maxUploadBytes } });

      const larger = png(maxUploadBytes + 1);
      const detail = 'the file is larger than 20971520 bytes (20 MB)';
      expect(await sendFile(service, token, { bytes: larger, filename: 'a.png' })).toMatchObject({
        ...invalid(413),
        detail,
      });
      expect(
        await sendJson(service, { uploadToken: token, image: dataUrl(larger), filename: 'a.png' }),
      ).toMatchObject({ ...invalid(413), detail });
      expect(await leftOnTheWay()).toEqual([]);
    });

    it('refuse a body that is far too large before it was sent', async () => {
      const answer = await sendForm(service, [
        ['uploadToken', token],
        ['file', { bytes: Buffer.alloc(maxUploadBytes + 2_000_000), filename: 'a.png' }],
      ]);
      expect(answer).toMatchObject({
        ...invalid(413),
        detail: expect.stringContaining('the body is larger'),
      });
    });

    it.each([
      ['a GIF that is a script', 'a.gif', Buffer.from('GIF89a<script>alert(1)</script>')],
      ['a PNG with a page behind it', 'a.png', Buffer.concat([png(), Buffer.from('<html></html>')])],
      ['a PDF behind junk', 'a.pdf', Buffer.concat([Buffer.from('junk\n'), sampleFiles.pdf()])],
      ['a JPEG that is a script', 'a.jpg', Buffer.from('\xff\xd8\xff<?php echo 1;', 'latin1')],
      ['a text', 'a.txt', Buffer.from('hello')],
      ['a drawing', 'a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ])('refuse %s', async (_, filename, bytes) => {
      expect(await sendFile(service, token, { bytes, filename })).toMatchObject({
        ...invalid(415),
        detail: expect.stringMatching(/^file: the .*content /),
      });
      expect(await leftOnTheWay()).toEqual([]);
    });

    it('refuse a name or media type that says another type, naming what was said and found', async () => {
      const bytes = png();
      expect(await sendFile(service, token, { bytes, filename: 'a.jpg' })).toMatchObject({
        ...invalid(415),
        detail: 'filename ends with .jpg, but the content is image/png',
      });
      for (const type of ['image/jpeg', 'text/plain']) {
        expect(await sendFile(service, token, { bytes, filename: 'a.png', type })).toMatchObject({
          ...invalid(415),
          detail: `the media type is ${type}, but the content is image/png`,
        });
      }
      expect(
        await sendJson(service, {
          uploadToken: token,
          image: dataUrl(bytes, 'image/gif'),
          filename: 'a.png',
        }),
      ).toMatchObject({
        ...invalid(415),
        detail: 'the media type is image/gif, but the content is image/png',
      });
    });

    it('take no media type and application/octet-stream as saying nothing', async () => {
      await stored({ bytes: png(), filename: 'a.png' });
      await stored({ bytes: png(), filename: 'a.png', type: 'application/octet-stream' });
      const image = dataUrl(png(), '');
      expect((await sendJson(service, { uploadToken: token, image, filename: 'a' })).status).toBe(200);
    });

    it('make a file name safe and keep it as data', async () => {
      const sent = { bytes: png(), filename: '../../../etc/护照 \u202e.png' };
      expect((await stored(sent)).filename).toBe('护照 .png');
      expect((await stored({ bytes: png(), filename: 'C:\\tmp\\a.png' })).filename).toBe('a.png');
    });

    it('answer 401 for a token that is missing, unknown, or of 15 minutes ago', async () => {
      const file = { bytes: png(), filename: 'a.png' };
      expect(await sendForm(service, [['file', file]])).toMatchObject({
        ...unauthorized,
        detail: 'uploadToken is missing',
      });
      const overlong = [1_024, 1_025, 70_000].map((length) => 'A'.repeat(length));
      for (const wrong of ['', 'x', 'é', 'A'.repeat(43), `${token}A`, token.toLowerCase(), ...overlong]) {
        expect(await sendFile(service, wrong, file)).toMatchObject(unauthorized);
        expect(
          await sendJson(service, { uploadToken: wrong, image: dataUrl(png()), filename: 'a' }),
        ).toMatchObject(unauthorized);
      }
      for (const uploadToken of [undefined, null, 7, true, [token], { token }]) {
        const body = { uploadToken, image: dataUrl(png()), filename: 'a' };
        expect(await sendJson(service, body), JSON.stringify(uploadToken)).toMatchObject(unauthorized);
      }
      const old = await uploadToken(service, tenant.key);
      service.clock.turnBy(899_000);
      expect((await sendFile(service, old, file)).status).toBe(200);
      service.clock.turnBy(2_000);
      expect(await sendFile(service, old, file)).toMatchObject(unauthorized);
      token = await uploadToken(service, tenant.key);
      expect(await leftOnTheWay()).toEqual([]);
    });

    it('answer 401 once the key that fetched the token is disabled', async () => {
      const brief = aTenant();
      await service.provision(brief);
      const briefToken = await uploadToken(service, brief.key);
      const file = { bytes: png(), filename: 'a.png' };
      expect((await sendFile(service, briefToken, file)).status).toBe(200);
      await service.provision({
        ...brief,
        apiKeys: [{ key: brief.key.apiKey, secret: brief.key.secret, enabled: false }],
      });
      expect(await sendFile(service, briefToken, file)).toMatchObject(unauthorized);
    });

    it('name what is wrong with a form', async () => {
      const file = { bytes: png(), filename: 'a.png' };
      const cases: [Promise<UploadAnswer>, number, string][] = [
        [sendForm(service, [['uploadToken', token]]), 400, 'file is missing'],
        [
          sendForm(service, [
            ['uploadToken', token],
            ['file', 'text'],
          ]),
          400,
          'file is a text field: it must be a file part',
        ],
        [
          sendForm(service, [
            ['uploadToken', token],
            ['file', { ...file, bytes: Buffer.alloc(0) }],
          ]),
          400,
          'the file is empty',
        ],
        [
          sendForm(service, [
            ['uploadToken', token],
            ['file', file],
            ['file', file],
          ]),
          400,
          'file appears more than once',
        ],
        [
          sendForm(service, [
            ['uploadToken', token],
            ['uploadToken', token],
            ['file', file],
          ]),
          400,
          'uploadToken appears more than once',
        ],
        [
          sendForm(
            service,
            [
              ['uploadToken', token],
              ['file', file],
            ],
            { 'content-type': 'text/plain' },
          ),
          415,
          'Content-Type must be multipart/form-data',
        ],
        [
          sendForm(
            service,
            [
              ['uploadToken', token],
              ['file', file],
            ],
            { 'content-type': 'multipart/form-data; x=y' },
          ),
          400,
          'no boundary',
        ],
        [
          sendForm(
            service,
            [
              ['uploadToken', token],
              ['file', file],
            ],
            { 'content-encoding': 'gzip' },
          ),
          415,
          'Content-Encoding',
        ],
        [
          send(service, '/api/v1/upload/file', {
            body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
            headers: { 'content-type': 'multipart/form-data; boundary=x' },
          }),
          400,
          'the form ends before its last boundary',
        ],
        [send(service, '/api/v1/upload/file', { method: 'GET' }), 405, 'the method must be POST'],
        [send(service, '/api/v1/upload/other', { body: '' }), 404, 'unknown path'],
      ];
      for (const [answer, status, detail] of cases) {
        expect(await answer).toMatchObject({ ...invalid(status), detail: expect.stringContaining(detail) });
      }
      expect(await leftOnTheWay()).toEqual([]);
    });

    it('name what is wrong with JSON', async () => {
      const image = dataUrl(png());
      const good = { uploadToken: token, image, filename: 'a.png' };
      const notOne = 'image must be a data URL with base64 content';
      const cases: [unknown, string][] = [
        [{ uploadToken: token, filename: 'a.png' }, 'image is missing'],
        [{ ...good, image: null }, 'image is missing'],
        [{ ...good, image: 5 }, 'image must be a text'],
        [{ ...good, image: 'https://example.test/a.png' }, notOne],
        [{ ...good, image: 'data:image/png,plain' }, notOne],
        [{ ...good, image: '' }, notOne],
        [{ ...good, image: 'data:image/png;base64,iVBO Rw0K' }, 'not base64'],
        [{ ...good, image: 'data:image/png;base64,iVBORw0' }, 'not base64'],
        [{ ...good, image: 'data:image/png;base64,iVB=Rw0K' }, 'not base64'],
        [{ ...good, image: 'data:image/png;base64,-_-_' }, 'not base64'],
        [{ ...good, image: 'data:image/png;base64,' }, 'the file is empty'],
        [{ uploadToken: token, image }, 'filename is missing'],
        [{ ...good, filename: 7 }, 'filename must be a text'],
        [{ ...good, filename: ' ' }, 'filename must not be blank'],
        [
          `{"uploadToken":"${token}","image":"${image}","image":"${image}","filename":"a"}`,
          'image appears more than once',
        ],
        [`{"uploadToken":"${token}","image":"${image}","filename":"a"`, ''],
        ['[]', ''],
        ['', ''],
      ];
      for (const [body, detail] of cases) {
        expect(await sendJson(service, body)).toMatchObject({
          ...invalid(400),
          detail: expect.stringContaining(detail),
        });
      }
      expect(await sendJson(service, good, { 'content-type': 'text/plain' })).toMatchObject(invalid(415));
      expect(await sendJson(service, { ...good, more: 'x'.repeat(70_000) })).toMatchObject(invalid(413));
      expect(await leftOnTheWay()).toEqual([]);
    });

    it('are publicly reachable in no way', async () => {
      const file = await stored({ bytes: png(), filename: 'a.png' });
      const id = uploadIdOf(file);
      const key = file.url.replace(/^s3:\/\/[^/]+\//, '');
      for (const path of [
        `/storage/${key}`,
        `/${key}`,
        `/storage/api/v1/upload/${id}`,
        `/storage/api/v1/upload/file/${id}`,
      ]) {
        const response = await fetch(new URL(path, service.app.storageUrl));
        expect(response.status).toBeGreaterThanOrEqual(404);
      }
      const content = `${service.app.consoleUrl}/api/domains/retail/uploads/${id}/content`;
      expect((await fetch(content)).status).toBe(401);
      if (s3 !== undefined && place === 'an S3 server') {
        const bare = await fetch(`${s3.endpoint}/${file.url.slice('s3://'.length)}`);
        expect(bare.status).toBeGreaterThanOrEqual(400);
      }
    });

    it('are read by people of the right roles alone, as an attachment in a sandbox, and each reading is on record', async () => {
      const file = await stored({ bytes: png(), filename: 'Jané "1".png' });
      const path = `/domains/retail/uploads/${uploadIdOf(file)}`;
      const developer = await signIn(service, tenant, 'dev');
      expect(await developer.refused(path)).toMatchObject({ status: 403 });
      expect(await developer.refused(`${path}/content`)).toMatchObject({ status: 403 });
      const auditor = await signIn(service, tenant, 'aud');
      expect(await auditor.get<'uploads.read'>(path)).toEqual({
        uploadId: uploadIdOf(file),
        url: file.url,
        filename: 'Jané _1_.png',
        contentType: 'image/png',
        size: file.size,
        sha256: createHash('sha256').update(png()).digest('hex'),
        apiKey: tenant.key.apiKey,
        uploadedBy: null,
        uploadedAt: expect.any(Number),
      });
      const content = await auditor.send(`${path}/content`);
      expect(content.status).toBe(200);
      expect(Object.fromEntries(content.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(file.size),
        'content-disposition': `attachment; filename="Jan? _1_.png"; filename*=UTF-8''Jan%C3%A9%20_1_.png`,
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      const actions = await service.app.database.operator((tx) =>
        tx.sql(
          `select actor_kind, actor, act, detail from audit_event
           where tenant_id = $1 and object_kind = 'upload' and object_id = $2 order by event_id`,
          [tenant.id, uploadIdOf(file)],
        ),
      );
      expect(actions).toEqual([
        {
          actor_kind: 'api_key',
          actor: tenant.key.apiKey,
          act: 'upload.create',
          detail: {
            contentType: 'image/png',
            size: file.size,
            sha256: createHash('sha256').update(png()).digest('hex'),
          },
        },
        { actor_kind: 'user', actor: 'aud@example.test', act: 'upload.read', detail: {} },
      ]);
    });

    it('do not exist for other tenants and domains', async () => {
      const people = aTenant({ users: [person('ana', ['admin'])] });
      await service.provision(people);
      const file = await stored({ bytes: png(), filename: 'a.png' });
      const stranger = await signIn(service, people, 'ana');
      const own = await signIn(service, tenant, 'ana');
      for (const part of ['', '/content']) {
        const path = `/uploads/${uploadIdOf(file)}${part}`;
        expect(await stranger.refused(`/domains/retail${path}`)).toMatchObject({
          status: 404,
          code: 'NOT_FOUND',
        });
        expect(await own.refused(`/domains/corporate${path}`)).toMatchObject({
          status: 404,
          code: 'NOT_FOUND',
        });
        expect(await own.refused(`/domains/retail/uploads/nonsense${part}`)).toMatchObject({ status: 404 });
      }
    });

    it('can be referred to by a submit of the same tenant and domain alone', async () => {
      const file = await stored({ bytes: png(), filename: 'a.png' });
      const rivalToken = await uploadToken(service, rival.key);
      const theirs = (await sendFile(service, rivalToken, { bytes: png(), filename: 'a.png' })).data!;
      const elsewhere = (
        await sendFile(service, await uploadToken(service, tenant.key, 'corporate'), {
          bytes: png(),
          filename: 'a.png',
        })
      ).data!;
      const invented = file.url.replace(/[0-9a-f]{12}\.png$/, '000000000000.png');
      const client = service.client({ ...tenant.key, domain: 'retail' });
      const submit = (data: Record<string, unknown>) =>
        client.workflow.submit({ eventType: 'KYC_EVENT', data: { customerId: 'c-1', ...data } });

      expect((await submit({ document: file.url, pages: [file.url] })).code).toBe(200);
      expect((await submit({ document: 's3://a-bucket-of-yours/x.png' })).code).toBe(200);
      for (const url of [theirs.url, elsewhere.url, invented, file.url.replace('s3://', 's3://other-')]) {
        await expect(submit({ document: url })).rejects.toMatchObject({
          code: 400,
          data: {
            code: 400,
            executionId: '',
            message: expect.stringMatching(
              /^data\.document "s3:.* must be the url of a file that was uploaded/,
            ),
          },
        });
      }
      await expect(submit({ pages: [file.url, theirs.url] })).rejects.toMatchObject({
        data: { message: expect.stringContaining('data.pages[1]') },
      });
    });

    it('let pages of the origins that the tenant lists read the answer, and no others', async () => {
      const listed = { origin: 'https://app.acme.test' };
      const parts = [
        ['uploadToken', token],
        ['file', { bytes: png(), filename: 'a.png' }],
      ] as const;
      expect((await sendForm(service, parts, listed)).headers.get('access-control-allow-origin')).toBe(
        listed.origin,
      );
      const other = await sendForm(service, parts, { origin: 'https://evil.test' });
      expect(other).toMatchObject({ status: 200 });
      expect(other.headers.get('access-control-allow-origin')).toBeNull();
      const rivals = await sendForm(
        service,
        [['uploadToken', await uploadToken(service, rival.key)], parts[1]],
        listed,
      );
      expect(rivals.headers.get('access-control-allow-origin')).toBeNull();
      const wrong = await sendForm(service, [['uploadToken', 'x'], parts[1]], listed);
      expect(wrong.status).toBe(401);
      expect(wrong.headers.get('access-control-allow-origin')).toBe(listed.origin);

      const request = (origin: string) =>
        send(service, '/api/v1/upload', {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'content-type',
          },
        });
      const allowed = await request(listed.origin);
      expect(allowed.status).toBe(204);
      expect(Object.fromEntries(allowed.headers)).toMatchObject({
        'access-control-allow-origin': listed.origin,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
      });
      expect((await request('https://evil.test')).status).toBe(405);
    });
  },
);
