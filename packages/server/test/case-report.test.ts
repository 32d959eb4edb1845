import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { GatehouseClient } from '@gatehouse/sdk';
import { strFromU8, unzipSync } from 'fflate';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdf as samplePdf } from '../src/uploads/sample-files.fixture.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

const markup = '#panic() $x^2$ *bold* _it_ @cite `raw` <label> \\ #import "/etc/passwd" [x]';
const longName = 'W'.repeat(1_000);
const names = ['أيمن محمد الزهراني', '王小明', 'สมชาย ใจดี', '김철수', 'Владимир Иванов'];

/** The text of each page, without what lines are broken by. */
async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join(''));
  }
  await task.destroy();
  return pages;
}

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
    workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
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

  async function report(who: Browser, of = caseNo): Promise<Uint8Array> {
    const response = await fetch(`${service.app.consoleUrl}/api/domains/retail/cases/${of}/report`, {
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
    if (folder !== undefined) await writeFile(`${folder}/report-${of}.pdf`, pdf);
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

  it('is for those who may read cases of the tenant, and shows files to those who may view them', async () => {
    const path = `/domains/retail/cases/${caseNo}/report`;
    expect(await (await signIn(service, tenant, 'dev')).refused(path)).toMatchObject({ status: 403 });
    expect(await (await signIn(service, stranger, 'mallory')).refused(path)).toMatchObject({ status: 404 });
    expect(await ana.refused('/domains/retail/cases/C999999/report')).toMatchObject({ code: 'NOT_FOUND' });
    expect((await pagesOf(await report(await signIn(service, tenant, 'olga')))).join(' ')).toContain(caseNo);
  });
});
