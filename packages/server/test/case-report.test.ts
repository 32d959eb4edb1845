import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GatehouseClient } from '@gatehouse/sdk';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdf as samplePdf } from '../src/uploads/sample-files.fixture.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { pagesOf } from './support/pdf-pages.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow, screeningWorkflow } from './support/tenants.ts';

const markup = '#panic() $x^2$ *bold* _it_ @cite `raw` <label> \\ #import "/etc/passwd" [x]';
const longName = 'W'.repeat(1_000);
const names = ['أيمن محمد الزهراني', '王小明', 'สมชาย ใจดี', '김철수', 'Владимир Иванов'];

const plain = (text: string) =>
  text.normalize('NFKC').replaceAll(/[\s\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '');

describe.each(storyStores())('the report of a case, %s', (store) => {
  let service: TestService;
  let retail: GatehouseClient;
  let ana: Browser;
  let caseNo: string;
  const tenant = aTenant({
    branding: { name: 'Example Bank of Nowhere', primaryColour: '#0b5394' },
    users: [
      person('ana', ['analyst'], ['first-line']),
      person('olga', ['auditor']),
      person('dev', ['developer']),
    ],
    watchlist: [
      { id: 'w1', name: 'Wilhelmina Thornapple', note: markup },
      ...names.map((name, index) => ({ id: `n${index}`, name })),
    ],
    workflows: [
      { domain: 'retail', workflow: screeningWorkflow() },
      { domain: 'retail', workflow: decidingWorkflow('KYC_EVENT', 'manual') },
    ],
  });
  const stranger = aTenant({ users: [person('mallory', ['analyst'])] });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    await service.provision(stranger);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    ana = await signIn(service, tenant, 'ana');
    caseNo = await openCase({ customerId: 'c-1', name: 'Wilhelmina Thornapple', remark: markup });
    const path = `/domains/retail/cases/${caseNo}`;
    await ana.post(`${path}/moves`, { move: 'claim', expectedRevision: 1 });
    await ana.post(`${path}/notes`, { text: `${longName} ${names.join(', ')} \u202Eesrever` });
    const picture = await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    await attach('passport.jpg', picture);
    const { alerts } = await ana.get<'cases.read'>(path);
    await ana.post(`${path}/alerts/${alerts[0]!.alertId}/rulings`, {
      ruling: 'TRUE_MATCH',
      reason: 'Looked like her at first',
    });
    await ana.post(`${path}/alerts/${alerts[0]!.alertId}/rulings`, {
      ruling: 'FALSE_POSITIVE',
      reason: 'Another date of birth on the passport',
    });
  });
  afterAll(() => service?.stop());

  async function openCase(data: Record<string, string>): Promise<string> {
    const { executionId } = await retail.workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: { customerType: 'individual', ...data } as never,
    });
    await service.drain();
    return (await retail.workflow.status(executionId))!.caseNo;
  }

  function attach(filename: string, bytes: Uint8Array): Promise<Response> {
    return fetch(
      `${service.app.consoleUrl}/api/domains/retail/cases/${caseNo}/attachments?filename=${filename}`,
      {
        method: 'POST',
        headers: {
          cookie: ana.cookie!,
          'x-gatehouse-console': '1',
          'content-type': 'application/octet-stream',
        },
        body: new Uint8Array(bytes),
      },
    );
  }

  /** The files of uploads, without those that are not whole yet. */
  async function storedFiles(): Promise<string[]> {
    const folder = join(service.env['GATEHOUSE_DATA_DIR']!, 'uploads');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  }

  async function report(who: Browser, of = caseNo, language?: string): Promise<Uint8Array> {
    const query = language === undefined ? '' : `?language=${language}`;
    const response = await fetch(`${service.app.consoleUrl}/api/domains/retail/cases/${of}/report${query}`, {
      headers: { cookie: who.cookie! },
    });
    expect(
      response.status,
      await response
        .clone()
        .text()
        .then((text) => text.slice(0, 500)),
    ).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toContain(`${of}-report.pdf`);
    const pdf = new Uint8Array(await response.arrayBuffer());
    const folder = process.env['GATEHOUSE_TEST_SCREENSHOTS'];
    if (folder !== undefined) await writeFile(`${folder}/report-${of}-${language ?? 'en'}.pdf`, pdf);
    return pdf;
  }

  it('says what was decided by, found and ruled, on numbered pages, as it was entered', async () => {
    const pages = await pagesOf(await report(ana));
    const text = plain(pages.join(' '));
    for (const part of [
      'Example Bank of Nowhere',
      'Wilhelmina Thornapple',
      caseNo,
      markup,
      ...names.flatMap((name) => name.split(' ')),
      '[U+202E]esrever',
      'Looked like her at first',
      'Superseded',
      'Another date of birth on the passport',
      'Watchlist of the tenant',
      'passport.jpg',
      'UTC',
    ])
      expect(text).toContain(plain(part));
    // A row goes on behind the head of the next page.
    expect(text.match(/W{40,}/g)!.join('')).toHaveLength(longName.length);
    for (const [index, page] of pages.entries())
      expect(plain(page)).toContain(plain(`Page ${index + 1} of ${pages.length}`));
  });

  it('is the same twice, names the state of its bundle, and is on record with its hash', async () => {
    const pdf = await report(ana);
    const bundle = await fetch(`${service.app.consoleUrl}/api/domains/retail/cases/${caseNo}/bundle`, {
      headers: { cookie: ana.cookie! },
    });
    const files = unzipSync(new Uint8Array(await bundle.arrayBuffer()));
    const again = await report(ana);
    expect(Buffer.from(again).equals(pdf)).toBe(true);
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const state = sha256(files['state.json']!);
    expect(plain((await pagesOf(pdf)).join(''))).toContain(state);
    const { files: listed } = JSON.parse(strFromU8(files['manifest.json']!));
    expect(listed).toContainEqual(expect.objectContaining({ path: 'state.json', sha256: state }));
    const { timeline } = await ana.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
    const acts = timeline.flatMap((entry) => (entry.kind === 'act' ? [entry] : []));
    expect(acts.findLast(({ act }) => act === 'case.report')).toMatchObject({
      actor: { kind: 'user', id: 'ana@example.test' },
      detail: { stateSha256: state, reportSha256: sha256(pdf) },
    });
    expect(acts.at(-1)).toMatchObject({ act: 'upload.read', detail: { reportOf: caseNo } });
    await ana.post(`/domains/retail/cases/${caseNo}/notes`, { text: 'One more' });
    expect(Buffer.from(await report(ana)).equals(pdf)).toBe(false);
  });

  it.each([
    ['de', ['Fehltreffer', 'Überholt', 'Seite 1 von']],
    ['fr', ['Faux positif', 'Remplacée', 'Page 1 sur']],
    ['es', ['Falso positivo', 'Sustituida', 'Página 1 de']],
    ['ar', ['خاطئ', 'القائمة']],
    ['zh', ['误报', '已被取代', '第 1 页，共']],
  ])('is in the language that is asked for, the same twice: %s', async (language, expected) => {
    const pdf = await report(ana, caseNo, language);
    const text = plain((await pagesOf(pdf)).join(' '));
    for (const part of [...expected, 'Another date of birth on the passport', 'UTC'])
      expect(text).toContain(plain(part));
    expect(Buffer.from(await report(ana, caseNo, language)).equals(Buffer.from(pdf))).toBe(true);
    const { timeline } = await ana.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
    const acts = timeline.flatMap((entry) => (entry.kind === 'act' ? [entry] : []));
    expect(acts.findLast(({ act }) => act === 'case.report')?.detail).toMatchObject({ language });
  });

  it('is refused in a language that no report has', async () => {
    const refused = await ana.refused(`/domains/retail/cases/${caseNo}/report?language=xx`);
    expect(refused).toMatchObject({ status: 422, code: 'INVALID' });
    expect(JSON.stringify(refused)).toContain('language');
  });

  it('says where nobody screened the customer', async () => {
    const { executionId } = await retail.workflow.submit({
      eventType: 'KYC_EVENT',
      data: { customerType: 'individual', customerId: 'plain', name: 'Billie Featherstone' } as never,
    });
    await service.drain();
    const text = plain(
      (await pagesOf(await report(ana, (await retail.workflow.status(executionId))!.caseNo))).join(''),
    );
    expect(text).toContain(plain('No screening was run for this case.'));
    expect(text).toContain(plain('The case has no hits.'));
  });

  it('shows a name of a thousand signs whole, in words and in one word', async () => {
    for (const [index, sign] of ['W', 'م', '王'].entries()) {
      const data = { customerId: `long-${index}`, name: sign.repeat(1_000), countryOfResidence: 'IR' };
      const pdf = await report(ana, await openCase(data));
      const text = (await pagesOf(pdf)).join('').normalize('NFKC');
      // In the heading and in the submitted data.
      expect(text.split(sign).length).toBeGreaterThan(2_000);
    }
  });

  it('is refused where more rulings exist than a report can state, and says what to do instead', async () => {
    const own = await openCase({ customerId: 'many', name: 'Wilhelmina Thornapple' });
    await ana.post(`/domains/retail/cases/${own}/moves`, { move: 'claim', expectedRevision: 1 });
    const { alerts } = await ana.get<'cases.read'>(`/domains/retail/cases/${own}`);
    await ana.post(`/domains/retail/cases/${own}/alerts/${alerts[0]!.alertId}/rulings`, {
      ruling: 'UNDECIDED',
      reason: 'More is asked for',
    });
    await service.app.database.operator((tx) =>
      tx.sql(
        `insert into ruling (tenant_id, domain, customer_id, entity_id, revision, ruling, reason, case_no, subject_key,
                             subject, entity_facts, subject_facts, ruled_by, ruled_at)
         select tenant_id, domain, customer_id, entity_id, revision + number, ruling, reason, case_no, subject_key,
                subject, entity_facts, subject_facts, ruled_by, ruled_at
           from ruling, generate_series(1, 10000) number where tenant_id = $1 and customer_id = 'many'`,
        [tenant.id],
      ),
    );
    const refused = await ana.refused(`/domains/retail/cases/${own}/report`);
    expect(refused).toMatchObject({ status: 413, code: 'TOO_LARGE' });
    expect(JSON.stringify(refused)).toContain('evidence bundle');
  });

  it('has names of every script in its heading and its table of hits', async () => {
    for (const [index, name] of names.entries()) {
      const own = await openCase({ customerId: `s-${index}`, name });
      const [first = ''] = await pagesOf(await report(ana, own));
      // Words of a line from right to left come in the order in which they are drawn.
      for (const word of name.split(' ')) expect(plain(first)).toContain(plain(word));
    }
  });

  it('is refused with a time to wait where too many are made at once, and works again after', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        fetch(`${service.app.consoleUrl}/api/domains/retail/cases/${caseNo}/report`, {
          headers: { cookie: ana.cookie! },
        }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await answer.json()).toMatchObject({ code: 'BUSY' });
    }
    await report(ana);
  });

  it('names a file that is no picture, with the reason', async () => {
    const { documents } = await ana.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
    expect(documents).toMatchObject([{ filename: 'passport.jpg' }]);
    expect((await attach('terms.pdf', samplePdf())).status).toBe(200);
    const text = (await pagesOf(await report(ana))).join(' ');
    expect(text).toContain('terms.pdf');
    expect(text).toContain('This file is no picture');
  });

  it('names a picture that is missing in the store, and one that is not the one that was uploaded', async () => {
    const before = new Set(await storedFiles());
    const color = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'navy' } })
      .png()
      .toBuffer();
    expect((await attach('lost.png', color)).status).toBe(200);
    const [lost] = (await storedFiles()).filter((file) => !before.has(file));
    before.add(lost!);
    const other = await sharp({ create: { width: 41, height: 30, channels: 3, background: 'maroon' } })
      .png()
      .toBuffer();
    expect((await attach('changed.png', other)).status).toBe(200);
    const [changed] = (await storedFiles()).filter((file) => !before.has(file));
    await rm(lost!);
    const bytes = await readFile(changed!);
    bytes[bytes.length - 1]! ^= 0xff;
    await writeFile(changed!, bytes);
    const text = plain((await pagesOf(await report(ana))).join(' '));
    expect(text).toContain(plain('lost.png The file is not in the store any more.'));
    expect(text).toContain(
      plain('changed.png The stored file is not the one that was uploaded. It is not shown.'),
    );
  });

  it('is for those who may read cases of the tenant, and shows files to those who may view them', async () => {
    const path = `/domains/retail/cases/${caseNo}/report`;
    expect(await (await signIn(service, tenant, 'dev')).refused(path)).toMatchObject({ status: 403 });
    expect(await (await signIn(service, stranger, 'mallory')).refused(path)).toMatchObject({ status: 404 });
    expect(await ana.refused('/domains/retail/cases/C999999/report')).toMatchObject({ code: 'NOT_FOUND' });
    expect((await pagesOf(await report(await signIn(service, tenant, 'olga')))).join(' ')).toContain(caseNo);
  });
});
