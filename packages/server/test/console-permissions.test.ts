import { type ConsoleData, permissionsOf, type Role } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { Browser, person } from './support/console.ts';
import {
  Caller,
  callOf,
  harvestIds,
  type Ids,
  isId,
  membersOf,
  parametersOf,
  routes,
} from './support/console-calls.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { sendFile, uploadToken } from './support/uploads.ts';

/**
 * Every route of the contract, with every role and with another tenant's ids. No check names a route: a new one is in
 * all of them as soon as it is in the table, and fails where the stage has nothing that it could be asked for.
 */

const roles = ['admin', 'analyst', 'auditor', 'developer', 'operator'] as const satisfies readonly Role[];

describe.each(storyStores())('every route of the console, %s', (store) => {
  let service: TestService;
  let receiver: Receiver;
  const people = [...roles.map((role) => person(role, [role])), person('owner', ['admin', 'operator'])];
  // The rival has domains of the same names, and nothing in them.
  const rival = aTenant({ users: people, workflows: [] });
  let mine: ReturnType<typeof aTenant>;
  let owner: Caller;
  let stranger: Caller;
  let ids: Map<string, unknown>;
  /** Nothing is called so. */
  let invented: Map<string, unknown>;

  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startTestService(store, { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
    mine = aTenant({
      users: people,
      monitoring: { default: true },
      webhooks: [{ id: 'wh-of-mine', name: 'CRM', url: `${receiver.url}/hook`, inputs: ['customerId'] }],
      watchlist: ['w-of-mine', 'w-too'].map((id) => ({
        id,
        name: 'Wilhelmina Thornapple',
        domain: 'retail',
      })),
      workflows: [{ domain: 'retail', workflow: screeningWorkflow({ id: 'wf_of_mine' }) }],
    });
    await service.provision(mine, rival);
    owner = new Caller(service, mine, 'owner');
    stranger = new Caller(service, rival, 'owner');
    const retail = service.client({ ...mine.key, domain: 'retail' });
    const data = {
      customerId: 'c-of-mine',
      name: 'Wilhelmina Thornapple',
      customerType: 'individual',
    } as const;
    const token = await uploadToken(service, mine.key);
    const { data: file } = await sendFile(service, token, { bytes: png(), filename: 'a.png' });
    const uploadId = /([0-9a-f-]{36})\.\w+$/.exec(file!.url)![1];
    await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    const seeds = new Map<string, unknown>([
      ['domain', 'retail'],
      ['tenantId', mine.id],
      // No list has uploads.
      ['uploadId', uploadId],
      ['documentId', uploadId],
      ['customerId', 'c-of-mine'],
      // Of the workflow: lists have versions too.
      ['version', '1'],
    ]);
    await retail.quickscan.submit({ name: data.name, customerType: 1, providers: ['WATCHLIST'] });
    await owner.make(callOf('webhooks.test', new Map([...seeds, ['webhookId', 'wh-of-mine']])));
    await owner.make(callOf('monitoring.order', seeds));
    await owner.make(callOf('cases.saveView', seeds));
    await owner.make(callOf('erasures.request', seeds));
    await owner.make(callOf('holds.place', seeds));
    await owner.make(callOf('retention.change', seeds));
    await service.drain();
    // Made by a device alone, of which the stage has none.
    await service.app.database.operator((tx) =>
      tx.sql(
        `insert into passkey (tenant_id, passkey_id, email, credential_id, public_key, counter, transports, name, backed_up)
         values ($1, gen_random_uuid(), 'owner@example.test', 'id', 'key', 0, '{}', 'Thornapple’s phone', false)`,
        [mine.id],
      ),
    );
    ids = await harvestIds(owner, seeds);
    await service.app.database.operator((tx) =>
      tx.sql(
        `insert into case_attachment (tenant_id, domain, case_no, upload_id, attached_by)
         values ($1, 'retail', $2, $3, 'owner@example.test')`,
        [mine.id, ids.get('caseNo'), uploadId],
      ),
    );
    // Retention runs once a day, and its runs have the same name in addresses as those of monitoring.
    await service.app.database.operator((tx) =>
      tx.sql(
        `insert into retention_run (tenant_id, domain, run_id, state, as_of, periods, finished_at)
         values ($1, 'retail', $2, 'DONE', now() - interval '2 days', '{}', now())`,
        [mine.id, ids.get('runId')],
      ),
    );
    const { previewId } = JSON.parse(
      (await owner.make(callOf('previews.order', ids))).text,
    ) as ConsoleData<'previews.order'>;
    ids.set('previewId', previewId);
    const { assuranceRunId } = JSON.parse(
      (await owner.make(callOf('assurance.order', ids))).text,
    ) as ConsoleData<'assurance.order'>;
    ids.set('assuranceRunId', assuranceRunId);
    ids.set('assuranceFile', 'report.json');
    // Drawn where a test screens customers.
    await service.app.database.operator((tx) =>
      tx.sql(
        `insert into assurance_pair (tenant_id, domain, run_id, pair_no, customer_id, score, source, entity_id, listed)
         values ($1, 'retail', $2, 1, 'c-of-mine', 0.8, 'sample', 'sample:1', $3)`,
        [
          mine.id,
          assuranceRunId,
          { name: 'Quillon', matchedName: 'Quillon', type: 'individual', births: [], countries: [] },
        ],
      ),
    );
    ids.set('pairNo', '1');
    ids.set('tokenId', await createToken());
    await service.drain();
    // A second hit, which only a body asks for.
    const found = await owner.make(callOf('cases.read', ids));
    const { alerts } = JSON.parse(found.text) as ConsoleData<'cases.read'>;
    ids.set('otherAlertId', alerts.find(({ alertId }) => alertId !== ids.get('alertId'))!.alertId);
    invented = new Map([...ids].map(([name, id]) => [name, name === 'domain' ? id : inventedLike(id)]));
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.stop();
  });

  async function createToken(): Promise<string> {
    const { text } = await owner.make(callOf('accessTokens.create', ids));
    return (JSON.parse(text) as ConsoleData<'accessTokens.create'>).accessToken.tokenId;
  }

  it('that takes an id has one to be asked for', () => {
    const without = routes.flatMap(([name, route]) =>
      parametersOf(route)
        .filter((parameter) => isId(route, parameter) && !ids.has(parameter))
        .map((parameter) => `${name} takes ${parameter}, and no answer has one: add it to the stage`),
    );
    expect(without).toEqual([]);
  });

  it.each(routes)('%s answers nobody without a session, unless it begins one', async (name, route) => {
    const { address, ...request } = callOf(name, invented);
    const { status, text } = await new Browser(service).send(address, request);
    expect(status).toBeLessThan(500);
    const isRefused = status === 401 && JSON.parse(text).code === 'UNAUTHENTICATED';
    expect(isRefused).toBe(route.access !== 'anyone');
  });

  it.each(roles)('is for those whose role allows it, as %s', async (role) => {
    const caller = new Caller(service, rival, role);
    const may = permissionsOf([role]);
    for (const [name, { access }] of routes) {
      const { status, code } = await caller.make(callOf(name, invented));
      if (access === 'anyone' || access === 'signedIn' || may.includes(access)) {
        expect([403, 401].includes(status) && code !== undefined && refusals.has(code), name).toBe(false);
        expect(status, name).toBeLessThan(500);
      } else {
        expect([status, code], name).toEqual([403, 'FORBIDDEN']);
      }
    }
  });

  it('answers what is another tenant’s exactly like what does not exist, and changes none of it', async () => {
    const before = await rowsOf(mine.id);
    let compared = 0;
    for (const [name, route] of routes) {
      // Tenants are what the operator looks after: no tenant has them.
      if (route.access === 'tenants.read' || route.access === 'tenants.manage') continue;
      const taken = [...parametersOf(route), ...namesIn(callOf(name, ids).body)];
      if (!taken.some((parameter) => parameter !== 'domain' && ids.has(parameter))) continue;
      const seen = await stranger.make(callOf(name, ids));
      const unknown = await stranger.make(callOf(name, invented));
      expect([seen.status, withoutIds(seen.text, ids)], name).toEqual([
        unknown.status,
        withoutIds(unknown.text, invented),
      ]);
      expect(seen.text, name).not.toMatch(/Thornapple|CRM/);
      compared += 1;
    }
    await service.drain();
    expect(compared).toBeGreaterThan(20);
    expect(await rowsOf(mine.id)).toEqual(before);
  });

  it('knows no domain of another tenant', async () => {
    const other = aTenant({ domains: ['elsewhere'], workflows: [] });
    await service.provision(other);
    for (const [name, { path }] of routes) {
      if (!path.includes('{domain}')) continue;
      const [theirs, nobodys] = ['elsewhere', 'nowhere'].map((domain) =>
        stranger.make(callOf(name, new Map([...invented, ['domain', domain]]))),
      );
      expect([(await theirs!).status, (await theirs!).text], name).toEqual([404, (await nobodys!).text]);
    }
  });

  it('answers its owner for the same ids, so that the answers before say something', async () => {
    // What takes something away comes last, else the others would not find it.
    const inOrder = [
      ...routes.filter(([, { method }]) => method !== 'DELETE'),
      ...routes.filter(([, { method }]) => method === 'DELETE'),
    ];
    for (const [name, route] of inOrder) {
      if (!parametersOf(route).some((parameter) => parameter !== 'domain' && isId(route, parameter)))
        continue;
      if (name === 'people.revokeAccessToken') {
        // The owner's own is revoked by now; this one is another person's.
        ids.set('tokenId', await createToken());
        await service.app.database.operator((tx) =>
          tx.sql(
            `update access_token set email = (select email from user_account where person_id = $2)
             where token_id = $1`,
            [ids.get('tokenId'), ids.get('personId')],
          ),
        );
      }
      const { status, code } = await owner.make(callOf(name, ids));
      expect(status, name).toBeLessThan(500);
      expect(['NOT_FOUND', 'INVALID', 'MALFORMED', 'FORBIDDEN', 'UNAUTHENTICATED'], name).not.toContain(code);
    }
  });

  /** How many rows of each table a tenant has, and what they come to. */
  async function rowsOf(tenantId: string): Promise<Record<string, string>> {
    return service.app.database.operator(async (tx) => {
      const tables = await tx.sql<{ name: string }>(
        `select c.table_name as name from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
         where c.table_schema = 'gatehouse' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE'`,
      );
      const rows: Record<string, string> = {};
      for (const { name } of tables) {
        if (ownPace.has(name)) continue;
        const content = sealed.has(name)
          ? "''"
          : "coalesce(md5(string_agg(r::text, '' order by r::text)), '')";
        const [row] = await tx.sql<{ sum: string }>(
          `select count(*) || ' ' || ${content} as sum from gatehouse.${name} r where tenant_id = $1`,
          [tenantId],
        );
        rows[name] = row!.sum;
      }
      return rows;
    });
  }
});

/** Refusals of the door itself; a handler's own begin behind it. */
const refusals = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'CROSS_SITE']);

/** Tables that change without anybody's call: blocks of seals, the last use of sessions, and runs of retention. */
const ownPace = new Set(['console_session', 'audit_block', 'change_marker', 'retention_run']);
/** Their rows get a seal after a while. */
const sealed = new Set(['audit_event']);

function inventedLike(id: unknown): unknown {
  if (typeof id !== 'string') return id;
  if (/^[0-9a-f-]{36}$/.test(id)) return '01890000-0000-7000-8000-000000000000';
  return /^C\d+$/.test(id) ? 'C999999' : `${id.slice(0, 3)}nobodys`;
}

function withoutIds(text: string, ids: Ids): string {
  const values = [...ids].filter(([name]) => name !== 'domain').map(([, id]) => String(id));
  // Before short ids, which the others may contain.
  const withoutUuids = text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID');
  return values
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, id) => left.replaceAll(id, 'ID'), withoutUuids)
    .replaceAll(/\b1\d{12}\b/g, 'TIME');
}

function namesIn(body: unknown): string[] {
  return [...membersOf(body)].map(([name]) => name);
}
