import type { CaseTransitionName, RulingVerdict } from '@gatehouse/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

/** The policy of each domain's decision node; entries of the watchlist have their own. */
const policies = {
  retail: undefined,
  corporate: { sanctions: 'reject-only', pep: 'second-person', watchlist: 'reject-only' },
} as const;
type Domain = keyof typeof policies;

function reviewWorkflow(domain: Domain): Record<string, unknown> {
  const trueMatches = policies[domain];
  const { nodes, ...workflow } = screeningWorkflow() as { nodes: { id: string }[] };
  return {
    ...workflow,
    nodes: nodes.map((node) =>
      node.id === 'decide'
        ? { id: 'decide', type: 'decision', outcome: 'manual', ...(trueMatches ? { trueMatches } : {}) }
        : node,
    ),
  };
}

/** Found with its alias names: an official, a listed person, two entries of the watchlist. */
const subject = {
  name: 'Parvaneh Golrokhshad',
  aliasName: 'Osama bin Laden, Wilhelmina Thornapple, Hieronymus Quillfeather',
};
const people = ['ana', 'ben', 'boss'] as const;

describe.each(storyStores())('the decision policy, %s', (store) => {
  let service: TestService;
  const browsers = new Map<string, Browser>();
  const tenant = aTenant({
    users: [person('ana', ['analyst']), person('ben', ['analyst']), person('boss', ['admin'])],
    quotas: { MANUAL_CASE_EVENT: 1000 },
    events: ['MANUAL_CASE_EVENT'],
    workflows: (['retail', 'corporate'] as const).map((domain) => ({
      domain,
      workflow: reviewWorkflow(domain),
    })),
    watchlist: [
      { id: 'plain', name: 'Wilhelmina Thornapple' },
      { id: 'strict', name: 'Hieronymus Quillfeather', onTrueMatch: 'second-person' },
    ],
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    for (const name of people) browsers.set(name, await signIn(service, tenant, name));
  });
  afterAll(() => service?.stop());

  let customers = 0;
  async function openCase(domain: Domain, names: Partial<typeof subject> = subject) {
    const data = { customerId: `customer-${customers++}`, customerType: 'individual', name: 'Ann', ...names };
    const client = service.client({ ...tenant.key, domain });
    const { executionId } = await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data } as never);
    await service.drain();
    const { caseNo } = (await client.workflow.status(executionId))!;
    return new OpenedCase(`/domains/${domain}/cases/${caseNo}`);
  }

  class OpenedCase {
    readonly #path: string;
    constructor(path: string) {
      this.#path = path;
    }

    read(who = 'boss') {
      return browsers.get(who)!.get<'cases.read'>(this.#path);
    }

    /** The answer to a move on the newest revision. */
    async move(who: string, move: CaseTransitionName, reason?: string) {
      const { revision } = await this.read();
      return this.#post(who, '/moves', { move, expectedRevision: revision, ...(reason ? { reason } : {}) });
    }

    rule(who: string, alertId: string, ruling: RulingVerdict, reason = 'by the passport that was seen') {
      return this.#post(who, `/alerts/${alertId}/rulings`, { ruling, reason });
    }

    async ruleAll(who: string, rulingOf: (hit: { entityId: string; category: string }) => RulingVerdict) {
      for (const { alertId, entityId, category } of (await this.read()).alerts) {
        const answer = await this.rule(who, alertId, rulingOf({ entityId, category }));
        expect(answer.status).toBe(200);
      }
    }

    async #post(who: string, path: string, body: unknown) {
      const answer = await browsers.get(who)!.send(`${this.#path}${path}`, { method: 'POST', body });
      return {
        ...JSON.parse(answer.text),
        status: answer.status,
        caseStatus: JSON.parse(answer.text).status,
      };
    }
  }

  const ownWords = 'Source of wealth was proved by deeds';

  it('of a node leaves rejection alone where it says so, and says it before anybody tries', async () => {
    const opened = await openCase('corporate', { name: 'Osama bin Laden' });
    await opened.move('ana', 'claim');
    await opened.ruleAll('ana', () => 'TRUE_MATCH');
    const approve = (await opened.read('ana')).moves.find(({ move }) => move === 'approve')!;
    expect(approve).toMatchObject({
      allowed: false,
      refusal: expect.stringContaining('leaves rejection alone: Osama'),
      trueMatches: [expect.objectContaining({ category: 'sanctions', rule: 'reject-only' })],
    });
    for (const move of ['approve', 'close'] as const) {
      expect(await opened.move('ana', move, ownWords)).toMatchObject({ status: 409, code: 'MOVE_REFUSED' });
    }
    expect(await opened.move('ana', 'reject', 'True match with a sanctioned party')).toMatchObject({
      status: 200,
      caseStatus: 'REJECTED',
    });
  });

  it('of a node takes a second person for an official; by default own words are enough', async () => {
    const strict = await openCase('corporate', { name: 'Parvaneh Golrokhshad' });
    const usual = await openCase('retail', { name: 'Parvaneh Golrokhshad' });
    for (const opened of [strict, usual]) {
      await opened.move('ana', 'claim');
      await opened.ruleAll('ana', () => 'TRUE_MATCH');
      expect(await opened.move('ana', 'approve', 'fine')).toMatchObject({ status: 422, field: 'reason' });
    }
    expect(await usual.move('ana', 'approve', ownWords)).toMatchObject({ caseStatus: 'APPROVED' });
    expect(await strict.move('ana', 'approve', ownWords)).toMatchObject({ caseStatus: 'OTHER_GROUP' });
    expect(await strict.move('ana', 'approve', `${ownWords} again`)).toMatchObject({ status: 403 });
    expect(await strict.move('ben', 'approve', ownWords)).toMatchObject({ status: 422, field: 'reason' });
    expect(await strict.move('ben', 'approve', 'I read the deeds and agree with them')).toMatchObject({
      caseStatus: 'APPROVED',
    });
  });

  it('of the watchlist is that of the entry, before that of the node', async () => {
    for (const domain of ['retail', 'corporate'] as const) {
      const entry = await openCase(domain, { name: 'Hieronymus Quillfeather' });
      await entry.move('ana', 'claim');
      await entry.ruleAll('ana', () => 'TRUE_MATCH');
      expect(await entry.move('ana', 'approve', ownWords)).toMatchObject({ caseStatus: 'OTHER_GROUP' });
    }
    const plain = await openCase('corporate', { name: 'Wilhelmina Thornapple' });
    await plain.move('ana', 'claim');
    await plain.ruleAll('ana', () => 'TRUE_MATCH');
    expect(await plain.move('ana', 'approve', ownWords)).toMatchObject({ status: 409 });
  });

  /** What a policy takes of a hit, said again here by hand. */
  function ruleOf(domain: Domain, entityId: string, category: string) {
    if (entityId.endsWith('strict')) return 'second-person';
    const stated = policies[domain] as Record<string, string> | undefined;
    return stated?.[category] ?? (category === 'sanctions' ? 'second-person' : 'own-words');
  }

  const reasons = [
    'No true match among the hits',
    'fine',
    ownWords,
    'I read the deeds and agree with them',
  ] as const;
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('rule' as const), hit: fc.nat(3), ruling: ruling() }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        move: fc.constantFrom('approve', 'approve', 'close', 'claim', 'claim', 'return', 'resume', 'release'),
        reason: fc.constantFrom(...reasons),
      }),
    },
  );
  function ruling() {
    return fc.constantFrom<RulingVerdict[]>('TRUE_MATCH', 'TRUE_MATCH', 'FALSE_POSITIVE', 'UNDECIDED');
  }
  const steps = fc.array(fc.tuple(fc.constantFrom(...people), step), { minLength: 6, maxLength: 16 });

  it('holds for whatever is called in whatever order', async () => {
    let concluded = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Domain[]>('retail', 'corporate'),
        fc.boolean(),
        steps,
        async (domain, ruled, calls) => {
          const opened = await openCase(domain);
          const { alerts } = await opened.read();
          expect(alerts).toHaveLength(4);
          const ruledAs = new Map<string, { ruling: RulingVerdict; at: number }>();
          const proposals: { by: string; move: string; reason: string; at: number }[] = [];
          await opened.move('ana', 'claim');
          let at = 0;
          const all = alerts.map(
            (_, hit) => ['ana', { kind: 'rule', hit, ruling: 'FALSE_POSITIVE' }] as const,
          );
          for (const [who, call] of [...(ruled ? all : []), ...calls]) {
            at += 1;
            if (call.kind === 'rule') {
              const { alertId, entityId } = alerts[call.hit]!;
              const answer = await opened.rule(who, alertId, call.ruling);
              if (answer.status === 200) ruledAs.set(entityId, { ruling: call.ruling, at });
              continue;
            }
            const answer = await opened.move(who, call.move, call.reason);
            if (answer.status !== 200) continue;
            if (call.move === 'return') proposals.length = 0;
            if (call.move !== 'approve' && call.move !== 'close') continue;
            if (answer.caseStatus === 'OTHER_GROUP') proposals.push({ by: who, ...call, at });
            else {
              concluded += 1;
              for (const { entityId, category } of alerts) {
                const { ruling, at: since } = ruledAs.get(entityId) ?? { ruling: 'UNDECIDED', at: 0 };
                expect(ruling).not.toBe('UNDECIDED');
                if (ruling !== 'TRUE_MATCH') continue;
                const rule = ruleOf(domain, entityId, category);
                expect(rule).not.toBe('reject-only');
                expect(call.reason.length).toBeGreaterThanOrEqual(20);
                expect(call.reason).not.toBe(reasons[0]);
                if (rule !== 'second-person') continue;
                const first = proposals.find(
                  (one) =>
                    one.by !== who && one.move === call.move && one.at > since && one.reason !== call.reason,
                );
                expect(first, `a first person of ${call.move} by ${who}`).toBeDefined();
              }
            }
          }
        },
      ),
      { numRuns: 40 },
    );
    expect(concluded).toBeGreaterThan(0);
  });
});
