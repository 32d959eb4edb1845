import type { CaseSummary, CaseTransitionName } from '@gatehouse/contract';
import { maxUploadBytes } from '@gatehouse/contract';
import type { GatehouseClient } from '@gatehouse/sdk';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportCases } from '../src/cases/case-export.ts';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow, screeningWorkflow } from './support/tenants.ts';
import { sendFile, uploadToken } from './support/uploads.ts';

const cases = '/domains/retail/cases';

describe.each(storyStores())('work on cases over the console, %s', (store) => {
  let service: TestService;
  let retail: GatehouseClient;
  let ana: Browser;
  let amy: Browser;
  let ben: Browser;
  let boss: Browser;
  let olga: Browser;
  const tenant = aTenant({
    cases: { dueHours: 48, urgent: { riskFrom: 60, dueHours: 2 } },
    users: [
      person('ana', ['analyst'], ['first-line']),
      person('amy', ['analyst'], ['first-line']),
      person('ben', ['analyst'], ['compliance']),
      person('boss', ['admin']),
      person('olga', ['auditor'], ['first-line']),
    ],
    watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple' }],
    workflows: [
      { domain: 'retail', workflow: screeningWorkflow() },
      {
        domain: 'retail',
        workflow: {
          ...decidingWorkflow('KYC_EVENT'),
          entry: [{ name: 'passport', type: 'string' }],
          nodes: [
            { id: 'decide', type: 'decision', outcome: 'manual', groups: ['first-line'], fourEyes: true },
          ],
        },
      },
    ],
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    [ana, amy, ben, boss, olga] = (await Promise.all(
      ['ana', 'amy', 'ben', 'boss', 'olga'].map((name) => signIn(service, tenant, name)),
    )) as [Browser, Browser, Browser, Browser, Browser];
  });
  afterAll(() => service?.stop());

  async function submit(data: Record<string, unknown>, eventType = 'KYC_EVENT'): Promise<string> {
    const { executionId } = await retail.workflow.submit({ eventType, data } as never);
    await service.drain();
    return (await retail.workflow.status(executionId))!.caseNo;
  }
  const read = (who: Browser, caseNo: string) => who.get<'cases.read'>(`${cases}/${caseNo}`);
  async function act(
    who: Browser,
    caseNo: string,
    move: CaseTransitionName,
    reason?: string,
  ): Promise<CaseSummary> {
    const { revision } = await read(who, caseNo);
    const body = { move, expectedRevision: revision, ...(reason ? { reason } : {}) };
    return who.post<'cases.move'>(`${cases}/${caseNo}/moves`, body);
  }
  async function refusal(who: Browser, caseNo: string, move: CaseTransitionName, assignee?: string) {
    const { revision } = await read(who, caseNo);
    const body = { move, expectedRevision: revision, reason: 'because', ...(assignee ? { assignee } : {}) };
    return who.refused(`${cases}/${caseNo}/moves`, { method: 'POST', body });
  }
  async function attach(who: Browser, caseNo: string, file: { bytes: Buffer; name: string; type?: string }) {
    const path = `${cases}/${caseNo}/attachments?filename=${encodeURIComponent(file.name)}`;
    const response = await fetch(`${service.app.consoleUrl}/api${path}`, {
      method: 'POST',
      headers: {
        cookie: who.cookie!,
        'x-gatehouse-console': '1',
        'content-type': file.type ?? 'application/octet-stream',
      },
      body: new Uint8Array(file.bytes),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  it('resolves under four eyes with the same word of two people, and refuses the same person twice', async () => {
    const caseNo = await submit({ customerId: 'four' });
    await act(ana, caseNo, 'claim');
    expect(await act(ana, caseNo, 'approve', 'looks fine')).toMatchObject({
      status: 'OTHER_GROUP',
      group: 'first-line',
      fourEyes: true,
      proposal: { decision: 'approve', by: 'ana@example.test' },
      assignee: null,
      resolvedAt: null,
    });
    for (const move of ['approve', 'claim'] as const) {
      expect(await refusal(ana, caseNo, move)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    }
    expect(await refusal(boss, caseNo, 'assign', 'ana@example.test')).toMatchObject({ status: 403 });
    expect(await ana.post<'cases.next'>(`${cases}/next`)).toEqual({ case: null });
    expect(await act(amy, caseNo, 'approve', 'agreed')).toMatchObject({ status: 'APPROVED' });
    const { timeline } = await read(olga, caseNo);
    const stated = timeline.flatMap((entry) =>
      entry.kind === 'act' && entry.act.startsWith('case.')
        ? [[entry.act, entry.actor.id, entry.detail]]
        : [],
    );
    expect(stated).toMatchObject([
      ['case.claim', 'ana@example.test', {}],
      ['case.propose', 'ana@example.test', { proposal: 'approve', reason: 'looks fine' }],
      ['case.approve', 'amy@example.test', { agreesWith: 'ana@example.test', reason: 'agreed' }],
    ]);
  });

  it('tells when cases are due, sooner for a high risk, in order and in the filter', async () => {
    const slow = await submit({ customerId: 'slow' });
    const data = { customerId: 'urgent', name: 'Wilhelmina Thornapple', customerType: 'individual' };
    const urgent = await submit(data, 'MANUAL_CASE_EVENT');
    const [a, b] = [await read(ana, slow), await read(ana, urgent)];
    expect(a.dueAt! - a.openedAt).toBe(48 * 3_600_000);
    expect(b.dueAt! - b.openedAt).toBe(2 * 3_600_000);
    await service.app.database.operator((tx) =>
      tx.sql(
        `update case_record set due_at = now() - interval '1 minute' where tenant_id = $1 and case_no = $2`,
        [tenant.id, slow],
      ),
    );
    const list = async (query: string) =>
      (await ana.get<'cases.list'>(`${cases}?open=true&${query}`)).cases.map(({ caseNo }) => caseNo);
    expect((await list('sort=due')).slice(0, 2)).toEqual([slow, urgent]);
    expect(await list('overdue=true')).toEqual([slow]);
    expect(await list('overdue=false')).not.toContain(slow);
    const first = await ana.get<'cases.list'>(`${cases}?open=true&sort=due&limit=1`);
    const second = await ana.get<'cases.list'>(
      `${cases}?open=true&sort=due&limit=1&cursor=${first.nextCursor}`,
    );
    expect([first, second].map((page) => page.cases[0]?.caseNo)).toEqual([slow, urgent]);
    await act(ana, slow, 'claim');
    await act(ana, slow, 'close', 'no time left');
    await act(amy, slow, 'close', 'so it is');
    expect(await list('overdue=true')).toEqual([]);
  });

  it('keeps notes with who and when, for members of its groups, and their words out of the record', async () => {
    const caseNo = await submit({ customerId: 'notes' });
    const path = `${cases}/${caseNo}/notes`;
    const note = await ana.post<'cases.note'>(path, { text: 'Called her;\nthe passport is on its way.' });
    expect(note).toMatchObject({ author: 'ana@example.test', text: expect.stringContaining('on its way') });
    await amy.post(path, { text: 'It came.' });
    for (const who of [ben, olga]) {
      expect(await who.refused(path, { method: 'POST', body: { text: 'mine' } })).toMatchObject({
        status: 403,
      });
    }
    expect(await ana.refused(path, { method: 'POST', body: { text: '  ' } })).toMatchObject({
      status: 422,
      field: 'text',
    });
    const { notes, timeline, mayNote } = await read(ana, caseNo);
    expect(notes.map(({ author }) => author)).toEqual(['ana@example.test', 'amy@example.test']);
    expect(mayNote).toBe(true);
    expect((await read(olga, caseNo)).mayNote).toBe(false);
    expect(JSON.stringify(timeline)).toContain(note.noteId);
    expect(JSON.stringify(timeline)).not.toContain('passport is on its way');
  });

  it('shows what was submitted and attached, and puts each reading of it into the history', async () => {
    const token = await uploadToken(service, tenant.key);
    const { url } = (await sendFile(service, token, { bytes: png(), filename: 'front.png' })).data!;
    const caseNo = await submit({ customerId: 'papers', passport: url });
    const attached = await attach(ana, caseNo, { bytes: png(), name: 'Sélfie.png' });
    expect(attached).toMatchObject({ status: 200, body: { origin: 'attached', filename: 'Sélfie.png' } });
    const { documents } = await read(ana, caseNo);
    expect(documents.map(({ origin, filename, by }) => [origin, filename, by])).toEqual([
      ['submitted', 'front.png', tenant.key.apiKey],
      ['attached', 'Sélfie.png', 'ana@example.test'],
    ]);
    for (const { uploadId } of documents) {
      const content = await olga.send(`/domains/retail/uploads/${uploadId}/content`);
      expect(content.status).toBe(200);
    }
    const { timeline } = await read(ana, caseNo);
    const reads = timeline.flatMap((entry) =>
      entry.kind === 'act' && entry.act === 'upload.read' ? [[entry.actor.id, entry.object.id]] : [],
    );
    expect(reads).toEqual(documents.map(({ uploadId }) => ['olga@example.test', uploadId]));
  });

  it('takes attached files by their content alone, of members, and not beyond 20 MB', async () => {
    const caseNo = await submit({ customerId: 'refused-papers' });
    const text = Buffer.from('MZ, which is no picture');
    expect(await attach(ana, caseNo, { bytes: text, name: 'a.png' })).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_MEDIA_TYPE', message: expect.stringContaining('PNG') },
    });
    expect(await attach(ana, caseNo, { bytes: png(), name: 'a.pdf' })).toMatchObject({ status: 415 });
    expect(
      await attach(ana, caseNo, { bytes: png(), name: 'a.png', type: 'application/json' }),
    ).toMatchObject({
      status: 415,
    });
    expect(
      await attach(ana, caseNo, { bytes: Buffer.alloc(maxUploadBytes + 1), name: 'a.png' }),
    ).toMatchObject({
      status: 413,
    });
    for (const who of [ben, olga]) {
      expect(await attach(who, caseNo, { bytes: png(), name: 'a.png' })).toMatchObject({ status: 403 });
    }
    expect((await read(ana, caseNo)).documents).toEqual([]);
  });

  it('assigns many cases at once, each by itself, and tells which were not', async () => {
    const numbers = [await submit({ customerId: 'b-1' }), await submit({ customerId: 'b-2' })];
    await act(ana, numbers[1]!, 'claim');
    const body = {
      assignee: 'amy@example.test',
      cases: [
        ...numbers.map((caseNo) => ({ caseNo, expectedRevision: 1 })),
        { caseNo: 'C999999', expectedRevision: 1 },
      ],
    };
    const { results } = await boss.post<'cases.assignAll'>('/domains/retail/case-assignments', body);
    expect(results).toEqual([
      { caseNo: numbers[0], assigned: true, refusal: null },
      {
        caseNo: numbers[1],
        assigned: false,
        refusal: expect.stringContaining('assigned to ana@example.test'),
        refusalPhrases: [expect.objectContaining({ code: expect.stringMatching(/^refusals\./) })],
      },
      {
        caseNo: 'C999999',
        assigned: false,
        refusal: 'this case does not exist',
        refusalPhrases: [{ code: 'refusals.caseUnknown', values: {} }],
      },
    ]);
    expect(await read(amy, numbers[0]!)).toMatchObject({
      status: 'UNDER_REVIEW',
      assignee: 'amy@example.test',
    });
    const requested = await ana.post<'cases.assignAll'>('/domains/retail/case-assignments', body);
    expect(requested.results.every(({ assigned }) => !assigned)).toBe(true);
    const { reviewers } = await ana.get<'cases.reviewers'>('/domains/retail/reviewers');
    expect(reviewers.map(({ email, isAdmin }) => [email, isAdmin])).toEqual([
      ['amy@example.test', false],
      ['ana@example.test', false],
      ['ben@example.test', false],
      ['boss@example.test', true],
    ]);
  });

  it('gives the list as a file in its order, defused, bounded, of its domain alone, and says so in the record', async () => {
    const formula = '=HYPERLINK("http://evil.test","x")';
    const numbers = [
      await submit(
        { customerId: 'leaves-1', name: formula, customerType: 'individual' },
        'MANUAL_CASE_EVENT',
      ),
      await submit(
        { customerId: 'leaves-2', name: 'Иван; "Ваня", 王', customerType: 'individual' },
        'MANUAL_CASE_EVENT',
      ),
    ];
    numbers.push(await submit({ customerId: 'leaves-3' }));
    await act(ana, numbers[2]!, 'claim');
    const rowsOf = async (who: Browser, query: string, domain = 'retail') => {
      const { status, headers, text } = await who.send(`/domains/${domain}/cases-file?${query}`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(headers.get('content-disposition')).toMatch(
        new RegExp(`filename=cases-${domain}-[0-9-]{10}\\.csv$`),
      );
      return parse(text, { bom: true, columns: true }) as Record<string, string>[];
    };
    const both = await rowsOf(olga, 'search=leaves-&sort=oldest');
    expect(both).toMatchObject([
      { caseNo: numbers[0], status: 'APPROVED', customerId: 'leaves-1', customerName: `'${formula}` },
      { caseNo: numbers[1], customerName: 'Иван; "Ваня", 王', fourEyes: 'false' },
      {
        caseNo: numbers[2],
        status: 'UNDER_REVIEW',
        assignee: 'ana@example.test',
        fourEyes: 'true',
        resolvedAt: '',
      },
    ]);
    expect(new Date(both[0]!['openedAt']!).getTime()).toBe((await read(ana, numbers[0]!)).openedAt);
    expect((await rowsOf(olga, 'search=leaves-&sort=newest')).map((row) => row['caseNo'])).toEqual(
      numbers.toReversed(),
    );
    expect(await rowsOf(ana, 'mine=true&search=leaves-')).toHaveLength(1);
    expect(await rowsOf(ana, '', 'corporate')).toEqual([]);
    // Every page of it, though one statement does not give them all.
    const { cases: listed } = await boss.get<'cases.list'>(`${cases}?limit=100&sort=due`);
    expect((await rowsOf(boss, 'sort=due')).map((row) => row['caseNo'])).toEqual(
      listed.map(({ caseNo }) => caseNo),
    );
    const { records } = await boss.get<'audit.list'>('/audit?act=case_list.export&actor=olga@example.test');
    expect(records).toMatchObject([
      { domain: 'retail', object: { kind: 'domain', id: 'retail' }, detail: { cases: 3, sort: 'newest' } },
      { detail: { cases: 3, sort: 'oldest', search: true } },
    ]);
    expect(JSON.stringify(records)).not.toContain('leaves-');
    const reader = { email: 'ana@example.test', groups: [], isAdmin: false, worksOnCases: true };
    const scope = { tenantId: tenant.id, domain: 'retail' };
    const request = { reader, sort: 'newest' } as const;
    await expect(exportCases(service.app.database, scope, request, 1)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: 'more than 1 cases match: filter by state, group or customer',
    });
  });
});
