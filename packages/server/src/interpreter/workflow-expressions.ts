import {
  type NodeType,
  nodeTypes,
  type Phrase,
  phrase,
  type WebhookFile,
  wordPhrases,
} from '@gatehouse/contract';
import { type Availability, findAvailability, type HasRun } from './availability.ts';
import { type KnownForms, requestedFields } from './end-user-steps.ts';
import {
  caseFields,
  customerFields,
  dataFields,
  type ExpressionEnvironment,
  type FieldType,
  type Kind,
} from './environment.ts';
import { checkExpression, quoteSource } from './expressions.ts';
import { type Draft, type DraftNode, type Finding, findingOf, isRecord, memberOf } from './workflow-draft.ts';
import { arcsOf } from './workflow-structure.ts';

/** Webhooks by id, as far as workflows see them; undefined where they are not known. */
export type KnownWebhooks =
  | ReadonlyMap<string, Pick<WebhookFile, 'inputs' | 'outputs'> & Partial<Pick<WebhookFile, 'url'>>>
  | undefined;

/** Faults of every expression of a workflow, each evaluated where it runs: what ran before decides what is null. */
export function findExpressionFaults(
  draft: Draft,
  { webhooks, forms }: { readonly webhooks: KnownWebhooks; readonly forms: KnownForms | undefined },
): Finding[] {
  const environments = new Environments(draft, webhooks, forms);
  const ofNodes = [...draft.nodesById].flatMap(([id, node]) => {
    const found = node.type === undefined ? [] : findNodeExpressions(node, node.type);
    if (found.length === 0) return [];
    const environment = environments.before(id);
    return found.flatMap(({ path, source, expected }) =>
      validateExpression(source, { path, expected, environment }),
    );
  });
  const ofEdges = draft.edges.flatMap(({ index, from, when }) => {
    const known = from !== undefined && (from === 'start' || draft.nodesById.has(from));
    if (typeof when !== 'string' || !known) return [];
    return validateExpression(when, {
      path: ['edges', index, 'when'],
      expected: ['boolean'],
      environment: environments.after(from),
    });
  });
  return [...ofNodes, ...ofEdges];
}

function validateExpression(
  source: string,
  place: { path: Finding['path']; expected: readonly Kind[]; environment: ExpressionEnvironment },
): Finding[] {
  // The schema says it of an empty text.
  if (source === '') return [];
  return checkExpression(source, place.environment, place.expected).map((fault) => {
    const where = phrase('expressions.place', {
      source: quoteSource(source),
      character: fault.start + 1,
    });
    return fault.phrase === undefined
      ? { path: place.path, message: `${wordPhrases(where)}: ${fault.message}` }
      : findingOf(place.path, where, fault.phrase);
  });
}

/** The expressions of a node, as they are in the file. */
export function nodeExpressions(node: DraftNode): string[] {
  return node.type === undefined ? [] : findNodeExpressions(node, node.type).map(({ source }) => source);
}

interface FoundExpression {
  readonly path: readonly (string | number)[];
  readonly source: string;
  readonly expected: readonly Kind[];
}

/** The expressions of a node's config, where its type says that they are. */
function findNodeExpressions(node: DraftNode, type: NodeType): FoundExpression[] {
  return nodeTypes[type].expressions.flatMap((declared) => {
    const expected: readonly Kind[] = expectedOf(type, declared);
    return resolve(node.raw, declared.path.split('.'))
      .filter((found) => typeof found.value === 'string' && found.value !== '')
      .map(({ path, value }) => ({
        path: ['nodes', node.index, ...path],
        source: value as string,
        expected,
      }));
  });
}

/** Facts of a subject are texts or numbers; a list of subjects is a list. */
function expectedOf(
  type: NodeType,
  declared: (typeof nodeTypes)[NodeType]['expressions'][number],
): readonly Kind[] {
  return type === 'screening' && declared.type === 'any' ? ['text', 'number'] : [declared.type];
}

/** Every value at a path of keys, where `*` stands for each element or member. */
function resolve(
  value: unknown,
  keys: readonly string[],
): { path: readonly (string | number)[]; value: unknown }[] {
  const [key, ...rest] = keys;
  if (key === undefined) return [{ path: [], value }];
  const members: [string | number, unknown][] = Array.isArray(value)
    ? value.map((element, index) => [index, element])
    : isRecord(value)
      ? Object.entries(value)
      : [];
  return members
    .filter(([name]) => key === '*' || key === name)
    .flatMap(([name, member]) =>
      resolve(member, rest).map((found) => ({ path: [name, ...found.path], value: found.value })),
    );
}

/** What is declared at each place of one workflow. */
class Environments {
  readonly #draft: Draft;
  readonly #webhooks: KnownWebhooks;
  readonly #availability: Availability;
  readonly #after = new Map<string, ExpressionEnvironment>();
  readonly #common: readonly (readonly [string, ReadonlyMap<string, FieldType>])[];

  constructor(draft: Draft, webhooks: KnownWebhooks, forms: KnownForms | undefined) {
    this.#draft = draft;
    this.#webhooks = webhooks;
    const graph = { nodes: [...draft.nodesById.keys()], arcs: arcsOf(draft) };
    this.#availability = findAvailability(graph, (node) => draft.nodesById.get(node)?.type === 'risk-score');
    const entry = draft.entry.flatMap(({ field }) => field ?? []);
    this.#common = [
      ['data', dataFields(draft.eventType, entry, requestedFields(draft, forms))],
      ['customer', customerFields(draft.eventType)],
      ['case', caseFields],
    ];
  }

  before(node: string): ExpressionEnvironment {
    return this.#build(this.#availability.before(node), node);
  }

  after(node: string): ExpressionEnvironment {
    const known = this.#after.get(node) ?? this.#build(this.#availability.after(node));
    this.#after.set(node, known);
    return known;
  }

  #build(hasRun: HasRun, own?: string): ExpressionEnvironment {
    const records = new Map(this.#common);
    const values = new Map<string, FieldType>([
      ['riskScore', { kind: 'number', nullable: !hasRun.riskScore }],
    ]);
    const unavailable = new Map<string, Phrase>();
    for (const [id, node] of this.#draft.nodesById) {
      if (id === own) unavailable.set(id, phrase('expressions.running', { id }));
      else if (!hasRun.possible.has(id)) unavailable.set(id, phrase('expressions.neverBefore', { id }));
      else {
        const fields = this.#outputs(node, !hasRun.certain.has(id));
        if (fields) records.set(id, fields);
        else values.set(id, { kind: 'any', nullable: false });
      }
    }
    return { records, values, unavailable };
  }

  /** What can be read of a node, or undefined when that is not known. */
  #outputs(node: DraftNode, nullable: boolean): ReadonlyMap<string, FieldType> | undefined {
    if (node.type === undefined) return undefined;
    if (node.type !== 'webhook') return outputFields(node.type, nullable);
    const webhook = memberOf(node.raw, 'webhook');
    const definition = typeof webhook === 'string' ? this.#webhooks?.get(webhook) : undefined;
    return definition && webhookFields(definition);
  }
}

/** A node that lies on only some of the paths leaves null where it did not run. */
function outputFields(type: NodeType, nullable: boolean): ReadonlyMap<string, FieldType> {
  const fields = Object.entries(nodeTypes[type].output);
  return new Map(fields.map(([name, kind]) => [name, { kind, nullable }]));
}

const kindsOfOutputs = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  object: 'map',
  array: 'list',
} as const;

/**
 * Every output can be null: after a failure, and where an answer has not what its path asks for (interface
 * specification 6.2).
 */
function webhookFields(definition: Pick<WebhookFile, 'outputs'>): ReadonlyMap<string, FieldType> {
  const fields = new Map(outputFields('webhook', true));
  for (const { paramName, paramType } of definition.outputs) {
    fields.set(paramName, { kind: kindsOfOutputs[paramType], nullable: true });
  }
  return fields;
}
