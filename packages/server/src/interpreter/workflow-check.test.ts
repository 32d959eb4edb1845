import { wordPhrases } from '@gatehouse/contract';
import { expect, test } from 'vitest';
import { checkWorkflow } from './workflow-check.ts';
import type { Fault } from './workflow-fault.ts';

const groups = new Set(['first-line', 'compliance']);

type Json = Record<string, unknown>;

const nodes: Json[] = [
  { id: 'screen', type: 'screening', engines: { GLOBAL_CHECK: { matchStrength: 'STRONG' }, WATCHLIST: {} } },
  {
    id: 'score',
    type: 'risk-score',
    rules: [
      { when: 'screen.hits > 0', add: 60, reason: 'list hit' },
      { when: "data.countryOfResidence in ['IR', 'KP']", add: 40, reason: 'high-risk country' },
    ],
  },
  { id: 'decide', type: 'decision', outcome: 'manual', groups: ['first-line', 'compliance'] },
  { id: 'clear', type: 'decision', outcome: 'approve' },
];

const edges: Json[] = [
  { from: 'start', to: 'screen' },
  { from: 'screen', to: 'score' },
  { from: 'score', to: 'clear', when: 'riskScore < 30' },
  { from: 'score', to: 'decide', otherwise: true },
];

const good: Json = {
  id: 'wf_retail_screening',
  name: 'Retail screening',
  eventType: 'MANUAL_CASE_EVENT',
  source: 'API',
  mode: 'async',
  entry: [{ name: 'amount', type: 'number', required: false }],
  nodes,
  edges,
};

function check(file: unknown): Fault[] {
  const result = checkWorkflow(file, { groups });
  return result.ok ? [] : result.faults;
}

/** The faults as `place: message`. */
function words(file: unknown): string[] {
  return check(file).map(({ place, message }) => `${place}: ${message}`);
}

const decision = (id: string) => ({ id, type: 'decision', outcome: 'approve' });
const branch = (id: string) => ({ id, type: 'branch' });

test('a workflow without faults comes back with its defaults', () => {
  const { mode: _mode, source: _source, ...bare } = good;
  const result = checkWorkflow(bare, { groups });
  expect(result).toMatchObject({
    ok: true,
    workflow: { mode: 'async', source: 'API', nodes: [{}, { base: 0 }, {}, {}] },
  });
});

test.each([null, 3, 'text', [], undefined])('%j is no workflow', (file) => {
  expect(words(file)).toEqual(['workflow: must be an object with id, name, nodes and edges']);
});

test('an empty object lists what is missing', () => {
  expect(words({})).toEqual([
    'id: is missing: must be a text',
    'name: is missing: must be a text',
    expect.stringMatching(/^eventType: is missing: .*"KYC_EVENT"/),
    'nodes: is missing: must be a list',
    'edges: is missing: must be a list',
    'edges: no edge leaves start: connect it to a next node or to a decision',
  ]);
});

test('schema faults of several nodes and faults of graph and expressions are told together, in file order', () => {
  const file = {
    ...good,
    nmae: 'x',
    budgetMs: 100,
    nodes: [
      { ...nodes[0], engines: { GLOBAL_CHEKC: {}, INTERNET_SEARCH: {}, WATCHLIST: {} } },
      { ...nodes[1], base: 500, rules: [{ when: 'screen.hit > 0', add: 'x', reason: '' }] },
      { ...nodes[2], groups: ['first-lime', 'compliance', 'compliance'] },
      { ...nodes[3], outcom: 'approve', outcome: undefined },
      { id: 'odd', type: 'screning' },
      { id: 'far', type: 'decision', outcome: 'close' },
    ],
    edges: [...edges, { from: 'nowhere', to: 'clera' }, { from: 'start', to: 'start' }],
  };
  expect(words(file)).toEqual([
    'workflow: unknown key "nmae" (did you mean name?); there are $schema, id, name, description, eventType, source, mode, budgetMs, entry, nodes, edges',
    'budgetMs: only mode: sync has a budget: remove it or set the mode',
    'nodes[0].engines: INTERNET_SEARCH is not available in a workflow; there are GLOBAL_CHECK, RISK_LISTS, COMPOSITE_SCAN, WATCHLIST',
    'nodes[0].engines: unknown key "GLOBAL_CHEKC" (did you mean GLOBAL_CHECK?); there are GLOBAL_CHECK, RISK_LISTS, COMPOSITE_SCAN, WATCHLIST',
    'nodes[1].base: 500: must be at most 100',
    'nodes[1].rules[0].add: "x": must be a number',
    'nodes[1].rules[0].reason: "": must not be empty',
    'nodes[1].rules[0].when: "screen.hit > 0", character 1: screen.hit is not declared (did you mean hits?); screen has hits, silencedHits, topScore, entityIds, sources, categories, invalidIdentifiers, exceededHitLimits, screened',
    'nodes[2].groups[0]: there is no group "first-lime" (did you mean first-line?); the tenant has first-line, compliance',
    'nodes[2].groups[2]: compliance is already in the list: keep one',
    'nodes[3]: unknown key "outcom" (did you mean outcome?); there are outcome, groups, fourEyes, trueMatches, hook, id, title, position, type',
    expect.stringMatching(/^nodes\[3\].outcome: is missing: must be one of "manual"/),
    'nodes[4]: odd cannot be reached from start: connect it or remove it',
    'nodes[4].type: unknown node type "screning" (did you mean screening?); there are screening, risk-score, ownership, blocked-ownership, branch, webhook, wait, particulars, required-forms, documents, phone-verification, email-verification, ownership-structure, review-and-submit, decision',
    'nodes[5]: far cannot be reached from start: connect it or remove it',
    'edges[0]: has no condition, but start has other edges: add a when, or otherwise: true',
    'edges[4].from: there is no node "nowhere"',
    'edges[4].to: there is no node "clera" (did you mean clear?)',
    'edges[5]: has no condition, but start has other edges: add a when, or otherwise: true',
    'edges[5].to: start is where every execution begins: no edge may lead to it',
  ]);
});

test('a fault names its node or its edge', () => {
  const file = {
    ...good,
    edges: [...edges, { from: 'clear', to: 'decide' }],
    nodes: [...nodes, { id: 'clear', type: 'branch' }],
  };
  expect(check(file)).toMatchObject([
    {
      node: 'clear',
      place: 'nodes[4].id',
      message: '"clear" is already the id of nodes[3]: every node needs its own',
    },
    {
      edge: { from: 'clear', to: 'decide', index: 4 },
      place: 'edges[4].from',
      message: 'clear ends its path (decision): remove the edges that leave it',
    },
  ]);
  expect(check({ ...good, edges: edges.slice(1) })).toContainEqual({
    node: 'start',
    place: 'edges',
    message: 'no edge leaves start: connect it to a next node or to a decision',
    phrases: [{ code: 'findings.nothingLeaves', values: { id: 'start' } }],
  });
});

test('a fault is data beside its text, of the graph, an expression, a reference and the schema', () => {
  const file = {
    ...good,
    nodes: [...nodes, { id: 'lone', type: 'wait', for: 'x' }],
    edges: edges.map((edge) => (edge['when'] ? { ...edge, when: "'a' == 1 ||" } : edge)),
    entry: [{ name: 'amount', type: 'number', required: 1 }],
    nmae: 'x',
  };
  const faults = check(file);
  expect(faults.length).toBeGreaterThan(4);
  for (const { message, phrases } of faults) expect(phrases && wordPhrases(phrases)).toBe(message);
});

test('the same file gives the same faults in the same order', () => {
  const file = { ...good, nodes: nodes.toReversed(), edges: [{ from: 'a', to: 'b' }, ...edges.slice(2)] };
  expect(check(structuredClone(file))).toEqual(check(file));
});

test('every cycle is named once, also one that start never reaches', () => {
  const file = {
    ...good,
    nodes: [branch('a'), branch('b'), branch('c'), decision('end'), branch('x'), branch('y')],
    edges: [
      { from: 'start', to: 'a' },
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c', when: 'data.amount == 1' },
      { from: 'b', to: 'end', otherwise: true },
      { from: 'c', to: 'a' },
      { from: 'x', to: 'y' },
      { from: 'y', to: 'x' },
    ],
  };
  expect(words(file)).toEqual([
    'nodes[4]: x cannot be reached from start: connect it or remove it',
    'nodes[5]: y cannot be reached from start: connect it or remove it',
    'edges[4]: creates a cycle, which is not allowed: a → b → c → a',
    'edges[6]: creates a cycle, which is not allowed: x → y → x',
  ]);
  const self = {
    ...good,
    nodes: [branch('a')],
    edges: [
      { from: 'start', to: 'a' },
      { from: 'a', to: 'a' },
    ],
  };
  expect(words(self)).toEqual(['edges[1]: creates a cycle, which is not allowed: a → a']);
});

test('what leaves a node is one edge without condition, or several with one otherwise', () => {
  const leaving = (...from: Json[]) =>
    words({
      ...good,
      nodes: [branch('a'), decision('x'), decision('y')],
      edges: [
        { from: 'start', to: 'a' },
        ...from.map((edge) => ({ from: 'a', ...edge })),
        // Keeps x and y reachable, so that only the faults of a remain.
      ],
    }).filter((fault) => !fault.includes('cannot be reached'));
  expect(leaving({ to: 'x', when: 'true' }, { to: 'y', otherwise: true })).toEqual([]);
  expect(leaving({ to: 'x', otherwise: true })).toEqual([]);
  expect(leaving()).toEqual(['nodes[0]: no edge leaves a: connect it to a next node or to a decision']);
  expect(leaving({ to: 'x', when: 'true' })).toEqual([
    'nodes[0]: a has no otherwise edge: nothing follows when no condition is true',
  ]);
  expect(leaving({ to: 'x', otherwise: true }, { to: 'y', otherwise: true })).toEqual([
    'edges[2].otherwise: a has an otherwise edge already (edges[1]): one is taken when no condition is true',
  ]);
  expect(leaving({ to: 'x', when: 'true' }, { to: 'y' })).toEqual([
    'edges[2]: has no condition, but a has other edges: add a when, or otherwise: true',
  ]);
  expect(leaving({ to: 'x', when: 'true', otherwise: true }, { to: 'y' })).toContainEqual(
    expect.stringMatching(/^edges\[1\]\.otherwise: .*cannot be combined with when/),
  );
});

test('conditions have to be booleans', () => {
  const file = {
    ...good,
    edges: edges.map((edge) => (edge['when'] ? { ...edge, when: 'riskScore' } : edge)),
  };
  expect(words(file)).toEqual([
    'edges[2].when: "riskScore", character 1: gives a number, but true or false is expected',
  ]);
});

test('the output of a node is certain only where the node lies on every path', () => {
  const file = (when: string) => ({
    ...good,
    nodes: [
      branch('fork'),
      { id: 'left', type: 'screening', engines: { WATCHLIST: {} } },
      { id: 'leftScore', type: 'risk-score', rules: [] },
      { id: 'rightScore', type: 'risk-score', rules: [] },
      branch('join'),
      decision('x'),
      decision('y'),
    ],
    edges: [
      { from: 'start', to: 'fork' },
      { from: 'fork', to: 'left', when: 'data.amount == 1' },
      { from: 'fork', to: 'rightScore', otherwise: true },
      { from: 'left', to: 'leftScore' },
      { from: 'leftScore', to: 'join' },
      { from: 'rightScore', to: 'join' },
      { from: 'join', to: 'x', when },
      { from: 'join', to: 'y', otherwise: true },
    ],
  });
  expect(words(file('left.hits > 0'))).toEqual([
    'edges[6].when: "left.hits > 0", character 1: left.hits may be null here and needs a guard: left.hits != null && …',
  ]);
  expect(words(file('left.hits != null && left.hits > 0'))).toEqual([]);
  // A risk score exists on both ways, though neither node lies on both.
  expect(words(file('riskScore > 30'))).toEqual([]);
  expect(words(file('leftScore.score > 30'))).toHaveLength(1);
});

test('before a risk-score node the risk score may be null', () => {
  const rule = { when: 'riskScore > 1', add: 1, reason: 'r' };
  const file = { ...good, nodes: [nodes[0], { ...nodes[1], rules: [rule] }, ...nodes.slice(2)] };
  expect(words(file)).toEqual([expect.stringContaining('riskScore may be null here and needs a guard')]);
});

test('a node reads neither its own output nor that of a node which never ran before it', () => {
  const rules = [
    { when: 'score.score > 1', add: 1, reason: 'own' },
    { when: 'clear.x == 1', add: 1, reason: 'later' },
  ];
  const file = { ...good, nodes: [nodes[0], { ...nodes[1], rules }, ...nodes.slice(2)] };
  expect(words(file)).toEqual([
    expect.stringContaining('score has no output while it is running'),
    expect.stringContaining('clear never runs before this point'),
  ]);
});

test('a screening event is never synchronous', () => {
  expect(words({ ...good, mode: 'sync', budgetMs: 500 })).toEqual([
    'mode: MANUAL_CASE_EVENT is asynchronous: mode must be async',
  ]);
  expect(
    words({ ...good, mode: 'sync', eventType: 'KYC_EVENT', nodes, edges, entry: [] }),
  ).not.toContainEqual(expect.stringContaining('mode'));
});

test('only events with a hosted flow come from the SDK', () => {
  expect(words({ ...good, source: 'SDK' })).toEqual([
    'source: MANUAL_CASE_EVENT has no hosted flow: source must be API, or eventType one of KYC_EVENT, KYB_EVENT',
  ]);
  expect(words({ ...good, source: 'SDK', eventType: 'KYC_EVENT', entry: [] })).not.toContainEqual(
    expect.stringContaining('source'),
  );
});

test('entry fields neither repeat the interface, nor each other, nor use reserved names', () => {
  const entry = ['name', 'amount', 'amount', 'case', 'in', 'customerId'].map((name) => ({
    name,
    type: 'text',
  }));
  expect(words({ ...good, entry })).toEqual([
    'entry[0].name: name is a built-in field of the interface for MANUAL_CASE_EVENT: remove it',
    'entry[2].name: amount is declared twice: keep one',
    'entry[3].name: case is reserved: choose another name',
    'entry[4].name: in is reserved: choose another name',
    'entry[5].name: customerId is a built-in field of the interface for MANUAL_CASE_EVENT: remove it',
  ]);
});

test('a screening outside of screening events needs a name from somewhere', () => {
  const transaction = (screen: Json, entry: Json[]) =>
    words({
      ...good,
      eventType: 'TRANSACTION_EVENT',
      entry,
      nodes: [{ ...nodes[0], ...screen }, decision('end')],
      edges: [
        { from: 'start', to: 'screen' },
        { from: 'screen', to: 'end' },
      ],
    });
  const missing =
    'nodes[0]: has no name to screen: TRANSACTION_EVENT brings none, so give subject: { name: "data.…" } or declare name as text under entry';
  expect(transaction({}, [])).toEqual([missing]);
  expect(transaction({}, [{ name: 'name', type: 'number' }])).toEqual([missing]);
  expect(transaction({}, [{ name: 'name', type: 'text' }])).toEqual([]);
  const entry = [
    { name: 'sender', type: 'text' },
    { name: 'amount', type: 'number' },
    { name: 'tags', type: 'list' },
  ];
  expect(transaction({ subject: { name: 'data.sender' } }, entry)).toEqual([]);
  expect(transaction({ subjects: [{ name: 'data.sender', idNumber: 'data.amount' }] }, entry)).toEqual([]);
  expect(transaction({ subjects: [{ name: 'data.sender' }, { name: 'data.tags' }] }, entry)).toEqual([
    'nodes[0].subjects[1].name: "data.tags", character 1: gives a list, but a text, or a number is expected',
  ]);
  expect(transaction({ subject: { dateOfBirth: 'data.sender' } }, entry)).toEqual([
    'nodes[0].subject.name: is missing: a subject needs a name, or one of wallet, imo, mmsi, callSign, tailNumber, lei, bic, isin, taxNumber, passportNumber, nationalId',
  ]);
});

const crm = {
  inputs: ['customerId', 'amount'],
  outputs: [
    { paramName: 'tier', jsonPath: '$.tier', paramType: 'string' as const },
    { paramName: 'limit', jsonPath: '$.limit', paramType: 'number' as const },
  ],
};

/** The faults of a workflow that calls a webhook and decides, with the tenant's webhooks known. */
function calling(parts: { node?: Json; edges?: Json[]; nodes?: Json[] } = {}): string[] {
  const inputs = { customerId: 'data.customerId', amount: 'data.amount' };
  const file = {
    ...good,
    nodes: [
      { id: 'crm', type: 'webhook', webhook: 'wh_crm', inputs, ...parts.node },
      decision('fine'),
      decision('no'),
      ...(parts.nodes ?? []),
    ],
    edges: parts.edges ?? callingEdges,
  };
  const result = checkWorkflow(file, { groups, webhooks: new Map([['wh_crm', crm]]) });
  return result.ok ? [] : result.faults.map(({ place, message }) => `${place}: ${message}`);
}

const callingEdges: Json[] = [
  { from: 'start', to: 'crm' },
  { from: 'crm', to: 'fine', when: "crm.tier == 'gold' && crm.httpStatus == 200" },
  { from: 'crm', to: 'no', otherwise: true },
  { from: 'crm', to: 'no', on: 'failure' },
];

test('a webhook node gives what its definition declares, and may have a failure edge beside the others', () => {
  expect(calling()).toEqual([]);
});

test('a webhook needs an expression for exactly the inputs that it declares', () => {
  expect(calling({ node: { inputs: { customerId: 'data.customerId', amuont: 'data.amount' } } })).toEqual([
    'nodes[0].inputs: the input amount of wh_crm is missing: give an expression, or null',
    'nodes[0].inputs.amuont: wh_crm has no input "amuont" (did you mean amount?); it declares customerId, amount',
  ]);
});

test('a hook may leave out inputs that the address of its webhook does not need', () => {
  const telling = (url: string) => {
    const hook = {
      enabled: true,
      webhook: 'wh_crm',
      triggerOn: ['reject'],
      inputs: { customerId: 'data.customerId' },
    };
    const file = {
      id: 'wf_hook',
      name: 'Hook',
      eventType: 'MANUAL_CASE_EVENT',
      nodes: [{ id: 'no', type: 'decision', outcome: 'reject', hook }],
      edges: [{ from: 'start', to: 'no' }],
    };
    const webhooks = new Map([['wh_crm', { ...crm, url }]]);
    const result = checkWorkflow(file, { groups, webhooks });
    return result.ok ? [] : result.faults.map(({ place, message }) => `${place}: ${message}`);
  };
  expect(telling('https://crm.test/hooks/{customerId}')).toEqual([]);
  expect(telling('https://crm.test/hooks/{amount}')).toEqual([
    'nodes[0].hook.inputs: the input amount of wh_crm is missing: give an expression, or null',
  ]);
});

test('what a webhook gives can be null and has the type that its definition declares', () => {
  const edges = (when: string) => [callingEdges[0]!, { from: 'crm', to: 'fine', when }, callingEdges[2]!];
  expect(calling({ edges: edges('crm.limit > 5') })).toEqual([
    'edges[1].when: "crm.limit > 5", character 1: crm.limit may be null here and needs a guard: crm.limit != null && …',
  ]);
  expect(calling({ edges: edges('crm.limit != null && crm.limit > 5') })).toEqual([]);
  expect(calling({ edges: edges('crm.teir == null') })).toEqual([
    'edges[1].when: "crm.teir == null", character 1: crm.teir is not declared (did you mean tier?); crm has httpStatus, tier, limit',
  ]);
  expect(calling({ edges: edges('crm.tier != null && crm.tier > 5') })).toHaveLength(1);
});

test('a failure edge leaves webhooks only, once, and is no way on by itself', () => {
  const failure = { from: 'crm', to: 'no', on: 'failure' };
  expect(calling({ edges: [...callingEdges, failure] })).toEqual([
    'edges[4].on: crm has a failure edge already (edges[3]): keep one',
  ]);
  expect(calling({ edges: [callingEdges[0]!, failure, { from: 'crm', to: 'fine', on: 'failure' }] })).toEqual(
    [
      'nodes[0]: no edge leaves crm: connect it to a next node or to a decision',
      'edges[2].on: crm has a failure edge already (edges[1]): keep one',
    ],
  );
  const fork = { from: 'fork', to: 'no' };
  const elsewhere = [
    { from: 'start', to: 'fork' },
    { ...fork, to: 'crm' },
    { ...fork, on: 'failure' },
  ];
  expect(calling({ nodes: [branch('fork')], edges: [...elsewhere, ...callingEdges.slice(1)] })).toEqual([
    'edges[2].on: fork cannot have a failure edge: only webhook nodes can',
  ]);
  expect(calling({ edges: [...callingEdges.slice(0, 3), { ...failure, when: 'true' }] })).toEqual([
    'edges[3].on: "failure": cannot be combined with when or otherwise: the failure is the condition',
  ]);
});

test('a hook is checked as a webhook node is', () => {
  const hook = {
    enabled: true,
    webhook: 'wh_crn',
    triggerOn: ['approve'],
    inputs: { customerId: 'data.nobody' },
  };
  const nodes = [{ ...decision('told'), hook }];
  const edges = [...callingEdges.slice(0, 3), { from: 'crm', to: 'told', on: 'failure' }];
  expect(calling({ nodes, edges })).toEqual([
    expect.stringMatching(/^nodes\[3\]\.hook\.inputs\.customerId: .* data\.nobody is not declared/),
    'nodes[3].hook.webhook: there is no webhook "wh_crn" (did you mean wh_crm?); the tenant has wh_crm',
  ]);
});

test.each([
  ['PT0S', 'must be between PT1S and P366D'],
  ['P367D', 'must be between PT1S and P366D'],
  ['P1M', expect.stringContaining('must be an ISO 8601 duration')],
  ['1h', expect.stringContaining('must be an ISO 8601 duration')],
])('a wait cannot last %s', (duration, message) => {
  const file = {
    ...good,
    nodes: [{ id: 'pause', type: 'wait', for: duration }, decision('end')],
    edges: [
      { from: 'start', to: 'pause' },
      { from: 'pause', to: 'end' },
    ],
  };
  const [fault, ...more] = check(file);
  expect(more).toEqual([]);
  expect(fault).toMatchObject({ node: 'pause', place: 'nodes[0].for' });
  expect(fault!.message.replace(`"${duration}": `, '')).toEqual(message);
});

test('a webhook that the tenant does not have is named when webhooks are known', () => {
  const file = { ...good, nodes: [...nodes, { id: 'crm', type: 'webhook', webhook: 'wh_crn' }] };
  const result = checkWorkflow(file, {
    groups,
    webhooks: new Map([['wh_crm', { inputs: [], outputs: [] }]]),
  });
  expect(result.ok ? [] : result.faults).toContainEqual({
    node: 'crm',
    place: 'nodes[4].webhook',
    message: 'there is no webhook "wh_crn" (did you mean wh_crm?); the tenant has wh_crm',
    phrases: [
      {
        code: 'findings.noWebhook',
        values: { name: '"wh_crn"', known: ['wh_crm'], meant: 'wh_crm' },
      },
    ],
  });
});

test('faults beyond the size of a file are not looked for', () => {
  const many = Array.from({ length: 501 }, (_, index) => ({ id: `n${index}`, type: 'branch' }));
  expect(words({ ...good, nodes: many })).toEqual([expect.stringMatching(/^nodes: .*must have at most/)]);
});

test('a long chain of nodes is checked in a moment and without deep recursion', () => {
  const chain = Array.from({ length: 499 }, (_, index) => branch(`n${index}`));
  const file = {
    ...good,
    nodes: [...chain, decision('end')],
    edges: [
      { from: 'start', to: 'n0' },
      ...chain.map(({ id }, index) => ({ from: id, to: index === 498 ? 'end' : `n${index + 1}` })),
    ],
  };
  expect(words(file)).toEqual([]);
});

test('expressions that take more steps together than a run has are refused where they do, and not after a pause', () => {
  const list = `[${Array.from({ length: 200 }, () => 1).join(',')}]`;
  const nested = `${list}.all(a, ${list}.all(b, a + b >= 0))`;
  const edges = [
    { from: 'start', to: 'dear' },
    { from: 'dear', to: 'end' },
  ];
  const dear = (rules: number) => ({
    ...good,
    nodes: [
      {
        id: 'dear',
        type: 'risk-score',
        rules: Array.from({ length: rules }, () => ({ when: nested, add: 1, reason: 'dear' })),
      },
      decision('end'),
    ],
    edges,
  });
  expect(words(dear(1))).toEqual([]);
  expect(words(dear(2))).toEqual([expect.stringMatching(/up to dear the expressions .* at most 250000/)]);
  const cheap = `${list}.all(a, a >= 0)`;
  const many = (between: object) => ({
    ...good,
    nodes: [
      ...['one', 'two'].map((id) => ({
        id,
        type: 'risk-score',
        rules: Array.from({ length: 200 }, () => ({ when: cheap, add: 1, reason: 'cheap' })),
      })),
      between,
      decision('end'),
    ],
    edges: [
      { from: 'start', to: 'one' },
      { from: 'one', to: 'between' },
      { from: 'between', to: 'two' },
      { from: 'two', to: 'end' },
    ],
  });
  expect(words(many({ id: 'between', type: 'branch' }))).toEqual([
    expect.stringMatching(/up to two the expressions/),
  ]);
  expect(words(many({ id: 'between', type: 'wait', for: 'PT1S' }))).toEqual([]);
});
