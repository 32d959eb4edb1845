/** A workflow of 200 nodes: what a large tenant might draw in years. */

/** 198 nodes in blocks of a branch, two scores and where they meet, between a screening and two decisions. */
export function largeWorkflow(extra: Record<string, unknown> = {}): {
  id: string;
  nodes: Record<string, unknown>[];
  edges: Record<string, unknown>[];
} & Record<string, unknown> {
  const nodes: Record<string, unknown>[] = [
    { id: 'screen', type: 'screening', engines: { GLOBAL_CHECK: { matchStrength: 'STRONG' } } },
  ];
  const edges: Record<string, unknown>[] = [{ from: 'start', to: 'screen' }];
  let last = 'screen';
  const score = (id: string, add: number) => ({
    id,
    type: 'risk-score',
    rules: [
      { when: 'screen.hits > 0', add, reason: 'list match' },
      { when: "data.countryOfResidence in ['IR', 'KP']", add: 1, reason: 'high-risk country of residence' },
    ],
  });
  for (let block = 0; block < 49; block += 1) {
    const [split, low, high, join] = ['split', 'low', 'high', 'join'].map((part) => `${part}${block}`);
    nodes.push({ id: split, type: 'branch' }, score(low!, 0), score(high!, 2), { id: join, type: 'branch' });
    edges.push(
      { from: last, to: split },
      { from: split, to: high, when: `screen.hits > ${block}` },
      { from: split, to: low, otherwise: true },
      { from: high, to: join },
      { from: low, to: join },
    );
    last = join!;
  }
  nodes.push(
    { id: 'final', type: 'branch' },
    { id: 'clear', type: 'decision', outcome: 'approve' },
    { id: 'review', type: 'decision', outcome: 'manual', groups: ['first-line'] },
  );
  edges.push(
    { from: last, to: 'final' },
    { from: 'final', to: 'clear', when: 'riskScore < 30' },
    { from: 'final', to: 'review', otherwise: true },
  );
  return {
    id: 'wf_large',
    name: 'Large',
    eventType: 'MANUAL_CASE_EVENT',
    source: 'API',
    mode: 'async',
    nodes,
    edges,
    ...extra,
  };
}
