import type { WorkflowVocabulary } from '@gatehouse/contract';
import { text } from '../messages/text.ts';
import type { KnownName } from '../ui/code-field.tsx';
import { outputLabel } from '../ui/field-labels.ts';
import { type Draft, isRecord, outgoing, textAt } from './draft.ts';
import { nodeLabels } from './node-title.ts';

/** Names for the expressions of a node, or of the edges that leave it: fields, and outputs of what runs before. */
export function namesAt(
  draft: Draft,
  vocabulary: WorkflowVocabulary,
  place: { readonly nodeId: string; readonly after: boolean },
): readonly KnownName[] {
  const event = vocabulary.eventTypes.find(({ eventType }) => eventType === draft.eventType);
  const entry = (Array.isArray(draft['entry']) ? draft['entry'] : []).filter(isRecord);
  const own = entry.map((field) => ({
    name: `data.${textAt(field, 'name', '')}`,
    type: textAt(field, 'type', ''),
    optional: field['required'] !== true,
  }));
  const before = ancestors(draft, place.nodeId);
  if (place.after) before.add(place.nodeId);
  const outputs = draft.nodes
    .filter(({ id }) => before.has(id))
    .flatMap((node) =>
      outputsOf(node, vocabulary).map(({ name, type }) => ({
        name: `${node.id}.${name}`,
        type,
        optional: false,
      })),
    );
  const titles = nodeLabels(
    draft,
    (type) => vocabulary.nodeTypes.find((known) => known.type === type)?.title ?? type,
  );
  return [
    ...(event?.data ?? []).map(({ name, ...field }) => ({ ...field, name: `data.${name}` })),
    ...own,
    ...(event?.customer ?? []).map(({ name, ...field }) => ({ ...field, name: `customer.${name}` })),
    { name: 'riskScore', type: 'number', optional: true },
    ...outputs,
    ...vocabulary.caseFields.map(({ name, ...field }) => ({ ...field, name: `case.${name}` })),
  ].map((known) => ({ ...known, ...readable(known.name, titles) }));
}

/** A name as people read it, and where it is from. */
function readable(name: string, titles: ReadonlyMap<string, string>): { label: string; group: string } {
  const [owner = '', field] = name.split('.');
  if (field === undefined) return { label: outputLabel(name), group: text('nodes.workflow') };
  const label = outputLabel(field);
  if (owner === 'data') return { label, group: text('nodes.submittedFields') };
  if (owner === 'customer') return { label, group: text('terms.customer') };
  if (owner === 'case') return { label, group: text('terms.case') };
  return { label, group: titles.get(owner) ?? owner };
}

function outputsOf(node: Draft['nodes'][number], vocabulary: WorkflowVocabulary) {
  const type = vocabulary.nodeTypes.find((known) => known.type === node.type);
  const fixed = Object.entries(type?.output ?? {}).map(([name, kind]) => ({ name, type: kind }));
  const webhook = vocabulary.webhooks.find(({ id }) => id === node['webhook']);
  return node.type === 'webhook' ? [...fixed, ...(webhook?.outputs ?? [])] : fixed;
}

/** Every node from which a way leads to this one. */
function ancestors(draft: Draft, id: string): Set<string> {
  const found = new Set<string>();
  const open = [id];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const { from, to } of draft.edges) {
      if (to !== at || found.has(from)) continue;
      found.add(from);
      open.push(from);
    }
  }
  return found;
}

/** Whether a way from `from` to `to` would close a circle. */
export function closesCircle(draft: Draft, from: string, to: string): boolean {
  return from === to || ancestors(draft, from).has(to);
}

/** A node's ways in the order they are tried, those after a failure last. */
export function edgesOf(draft: Draft, from: string) {
  return outgoing(draft, from).toSorted(
    (a, b) => Number(a.edge.on !== undefined) - Number(b.edge.on !== undefined),
  );
}
