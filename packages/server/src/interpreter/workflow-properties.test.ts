import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluateRiskScore, next } from './advance.ts';
import { newStepBudget } from './expression-steps.ts';
import { compileWorkflow } from './graph.ts';
import { subjectsOf } from './screening-subjects.ts';
import { checkWorkflow } from './workflow-check.ts';

const known = { groups: new Set(['g']) };

type Json = Record<string, unknown>;

const kinds = fc.constantFrom('branch', 'screening', 'risk-score', 'decision');

/** Conditions on fields, the risk score and any node's output: some are guarded, some need no guard where they are. */
const conditionOver = (nodes: number) =>
  fc.oneof(
    fc.constantFrom(
      'data.amount != null && data.amount > 10',
      'data.total > 10',
      "data.countryOfResidence in ['IR']",
      'riskScore != null && riskScore > 20',
      'riskScore > 20',
      'data.amount > 10',
      'case.caseNo == null',
      'true',
    ),
    fc
      .tuple(fc.nat(nodes - 1), fc.constantFrom('hits', 'score', 'topScore'), fc.boolean())
      .map(([node, field, guarded]) => {
        const name = `n${node}.${field}`;
        return guarded ? `${name} != null && ${name} > 0` : `${name} > 0`;
      }),
  );

function nodeOf(id: string, kind: string, when: string): Json {
  if (kind === 'screening') return { id, type: kind, engines: { WATCHLIST: {} } };
  if (kind === 'decision') return { id, type: kind, outcome: 'manual', groups: ['g'] };
  if (kind === 'branch') return { id, type: kind };
  return {
    id,
    type: kind,
    rules: [
      { when, add: 30, reason: 'r' },
      { when: 'true', add: -5, reason: 's' },
    ],
  };
}

/** Graphs whose edges lead forward, mostly of the shape that publishing wants. */
const graphs = fc.integer({ min: 2, max: 8 }).chain((size) => {
  const node = fc.record({
    kind: kinds,
    when: conditionOver(size),
    targets: fc.array(fc.tuple(fc.nat(), conditionOver(size)), { maxLength: 3 }),
    otherwise: fc.nat(),
  });
  return fc.array(node, { minLength: size, maxLength: size }).map((drawn) => {
    const nodes: Json[] = [];
    const edges: Json[] = [{ from: 'start', to: 'n0' }];
    drawn.forEach(({ kind, when, targets, otherwise }, index) => {
      const last = index === size - 1;
      const own = last ? 'decision' : kind === 'decision' ? 'branch' : kind;
      nodes.push(nodeOf(`n${index}`, own, when));
      if (last) return;
      const forward = (pick: number) => `n${index + 1 + (pick % (size - index - 1))}`;
      for (const [pick, condition] of targets) {
        edges.push({ from: `n${index}`, to: forward(pick), when: condition });
      }
      // Leading on to the next node keeps every node reachable.
      const fallback = { from: `n${index}`, to: otherwise % 4 === 0 ? forward(otherwise) : `n${index + 1}` };
      edges.push(targets.length === 0 ? fallback : { ...fallback, otherwise: true });
    });
    return { nodes, edges };
  });
});

const files = graphs.map((graph) => ({
  id: 'wf',
  name: 'Workflow',
  eventType: 'MANUAL_CASE_EVENT',
  entry: [
    { name: 'amount', type: 'number' },
    { name: 'total', type: 'number', required: true },
  ],
  ...graph,
}));

const submits = fc.record({
  customerId: fc.constant('c'),
  name: fc.constant('Jane'),
  customerType: fc.constant('individual'),
  countryOfResidence: fc.option(fc.constantFrom('IR', 'SG')),
  amount: fc.option(fc.constantFrom(1, 11)),
  total: fc.constantFrom(1, 11),
});

/** Walks a workflow with made-up screening results; answers the ids of the nodes it came through. */
async function walk(
  compiled: ReturnType<typeof compileWorkflow>,
  data: Json,
  hits: number,
): Promise<string[]> {
  const trail: string[] = [];
  const values: Json = { data, case: null, riskScore: null, customer: { customerId: 'c' } };
  for (let at = 'start'; ; ) {
    const scope = { values, steps: newStepBudget() };
    const step = await next(compiled, at, scope);
    if (step.kind === 'fault') throw new Error(`${step.nodeId}: ${step.reason}`);
    at = step.node.id;
    trail.push(at);
    if (step.node.type === 'decision') return trail;
    if (step.node.type === 'screening') {
      expect((await subjectsOf(step.node, scope)).kind).toBe('subjects');
      values[at] = {
        hits,
        silencedHits: 0,
        topScore: 0,
        entityIds: [],
        sources: [],
        categories: [],
        invalidIdentifiers: [],
        exceededHitLimits: [],
      };
    }
    if (step.node.type === 'risk-score') {
      const risk = await evaluateRiskScore(step.node, scope);
      if (risk.kind === 'fault') throw new Error(`${risk.nodeId}: ${risk.reason}`);
      expect(risk.score).toBeGreaterThanOrEqual(0);
      expect(risk.score).toBeLessThanOrEqual(100);
      values['riskScore'] = risk.score;
      values[at] = { score: risk.score, reasons: risk.reasons };
    }
  }
}

test('a workflow that may be published always walks to a decision, each node at most once, without a fault', async () => {
  let published = 0;
  await fc.assert(
    fc.asyncProperty(
      files,
      fc.array(fc.tuple(submits, fc.nat(2)), { minLength: 6, maxLength: 6 }),
      async (file, runs) => {
        const checked = checkWorkflow(file, known);
        if (!checked.ok) return;
        published++;
        const compiled = compileWorkflow(checked.workflow);
        for (const [data, hits] of runs) {
          const trail = await walk(compiled, data, hits);
          expect(trail.length).toBeLessThanOrEqual(file.nodes.length);
          expect(new Set(trail).size).toBe(trail.length);
        }
      },
    ),
    { numRuns: 2000 },
  );
  expect(published).toBeGreaterThan(100);
});

test('the only faults of a forward graph are about what may be null, what never ran, and what is not reached', () => {
  fc.assert(
    fc.property(files, (file) => {
      const checked = checkWorkflow(file, known);
      for (const { message } of checked.ok ? [] : checked.faults) {
        expect(message).toMatch(
          /may be null here|never runs before|has no output while|is not declared|cannot be reached/,
        );
      }
    }),
    { numRuns: 500 },
  );
});

test('leading any edge back closes a cycle that is named, and is never published', () => {
  fc.assert(
    fc.property(files, fc.nat(), fc.nat(), (file, pick, back) => {
      const source = pick % (file.nodes.length - 1);
      const target = back % (source + 1);
      const edge = { from: `n${source}`, to: `n${target}`, when: 'true' };
      const checked = checkWorkflow({ ...file, edges: [...file.edges, edge] }, known);
      expect(checked.ok).toBe(false);
    }),
    { numRuns: 300 },
  );
});

/** Puts a value somewhere into a copy of a file, along a path that the draws choose. */
function damage(file: unknown, draws: readonly number[], value: unknown): unknown {
  const copy = structuredClone(file);
  let at = copy as Json;
  for (const draw of draws) {
    const keys = Object.keys(at);
    if (keys.length === 0) break;
    const key = keys[draw % keys.length]!;
    const inner = at[key];
    if (typeof inner !== 'object' || inner === null || draw % 5 === 0) {
      at[key] = value;
      break;
    }
    at = inner as Json;
  }
  return copy;
}

test('any JSON, and any workflow with a damaged part, is judged without an exception', () => {
  const damaged = fc
    .tuple(files, fc.array(fc.nat(), { minLength: 1, maxLength: 8 }), fc.jsonValue())
    .map(([file, draws, value]) => damage(file, draws, value));
  const shaped = fc.record({ nodes: fc.jsonValue(), edges: fc.jsonValue(), entry: fc.jsonValue() });
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), shaped, damaged, damaged), (file) => {
      const checked = checkWorkflow(file, known);
      if (checked.ok) return;
      expect(checked.faults.length).toBeGreaterThan(0);
      for (const fault of checked.faults) expect(fault.message).not.toBe('');
      expect(checkWorkflow(file, known)).toEqual(checked);
    }),
    { numRuns: 3000 },
  );
});

test('a fault in one node never hides the faults of another', () => {
  const bad = { id: 'bad', type: 'risk-score', rules: [{ when: 'data.nothing > 1', add: 1, reason: 'r' }] };
  fc.assert(
    fc.property(files, fc.jsonValue(), (file, junk) => {
      const nodes = [junk, ...file.nodes, bad];
      const checked = checkWorkflow({ ...file, nodes }, known);
      const messages = checked.ok ? [] : checked.faults.filter(({ node }) => node === 'bad');
      expect(messages).toContainEqual(
        expect.objectContaining({ message: expect.stringContaining('data.nothing is not declared') }),
      );
    }),
    { numRuns: 500 },
  );
});
