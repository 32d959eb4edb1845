import { maxAnswerItems, type NodeType, nodeTypes, type StepAnswer } from '@gatehouse/contract';
import { z } from 'zod';
import { searchedByEngines, subjectTitle } from '../screening/index.ts';
import { riskBreakdown } from './risk-breakdown.ts';
import type { LoggedStep, RanNode } from './step-edges.ts';

type Submitted = Extract<StepAnswer, { kind: 'submitted' }>;

/** What answers are made of beside the log of the step. */
export interface AnswerSources {
  /** The node in the workflow that ran; undefined where that is not known. */
  readonly node: RanNode | undefined;
  /** What an end user gave in a step, in words. */
  readonly submittedIn: (step: LoggedStep) => Omit<Submitted, 'kind'>;
}

type AnswerOf = (step: LoggedStep, sources: AnswerSources) => StepAnswer;

const none: StepAnswer = { kind: 'none' };

/** What a step asked and answered, without raw data; `none` where the log does not hold it. */
export function stepAnswer(step: LoggedStep, sources: AnswerSources): StepAnswer {
  if (step.nodeType === 'start') return { kind: 'choice' };
  return isNodeType(step.nodeType) ? answers[step.nodeType](step, sources) : none;
}

function isNodeType(type: string): type is NodeType {
  return Object.hasOwn(nodeTypes, type);
}

const texts = z.array(z.string()).default([]);
const count = z.int().default(0);

const screeningInput = z.object({
  subjects: z
    .array(
      z.looseObject({
        name: z.string().default(''),
        identifiers: z
          .array(z.custom<NonNullable<Parameters<typeof subjectTitle>[0]['identifiers']>[number]>())
          .optional(),
      }),
    )
    .default([]),
  engines: texts,
  settings: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  lists: z.record(z.string(), z.unknown()).default({}),
});
const screeningOutput = z.object({
  hits: z.int(),
  entityIds: z.array(z.string()).optional(),
  silencedHits: count,
  topScore: z.number().default(0),
  invalidIdentifiers: texts,
});

const screening: AnswerOf = ({ input, output }) => {
  const found = screeningOutput.safeParse(output).data;
  const asked = screeningInput.safeParse(input ?? {}).data;
  if (found === undefined || asked === undefined) return none;
  return {
    kind: 'screening',
    subjects: first(asked.subjects).map(({ name, identifiers }) =>
      subjectTitle({ name, ...(identifiers && { identifiers }) }),
    ),
    subjectCount: asked.subjects.length,
    engines: asked.engines.map((engine) => ({ engine, settings: asked.settings[engine] ?? {} })),
    lists: Object.keys(searchedByEngines(asked.engines, asked.lists)),
    hits: found.entityIds === undefined ? found.hits : new Set(found.entityIds).size,
    suppressedHits: found.silencedHits,
    topScore: found.hits === 0 ? null : found.topScore,
    invalidIdentifiers: found.invalidIdentifiers.length,
  };
};

const riskOutput = z.object({ score: z.number(), reasons: texts });
const riskNode = z.object({
  base: z.number().optional(),
  rules: z.array(z.object({ reason: z.string(), add: z.number() })),
});

const riskScore: AnswerOf = ({ output }, { node }) => {
  const logged = riskOutput.safeParse(output).data;
  if (logged === undefined) return none;
  const { base, rules } = riskNode.safeParse(node).data ?? {};
  const known = rules === undefined ? null : { rules, ...(base !== undefined && { base }) };
  const breakdown = riskBreakdown({ ...logged, node: known });
  return { kind: 'riskScore', score: logged.score, base: breakdown.base, reasons: breakdown.reasons };
};

const party = z.object({
  name: z.string(),
  percent: z.number().nullable().default(null),
  percentAtMost: z.number().nullable().default(null),
});
const ownershipOutput = z.object({
  parties: z.array(z.unknown()),
  beneficialOwners: z.array(party).default([]),
  possibleBeneficialOwners: z.array(party).default([]),
  unknownPercent: z.number().nullable().default(null),
  findings: texts,
  changes: z.array(z.object({ text: z.string() })).default([]),
});

const ownership: AnswerOf = ({ output }) => {
  const found = ownershipOutput.safeParse(output).data;
  if (found === undefined) return none;
  const { parties, beneficialOwners, possibleBeneficialOwners, unknownPercent, findings, changes } = found;
  return {
    kind: 'ownership',
    parties: parties.length,
    beneficialOwners: first(beneficialOwners),
    beneficialOwnerCount: beneficialOwners.length,
    possibleBeneficialOwners: first(possibleBeneficialOwners).map(({ name }) => name),
    possibleCount: possibleBeneficialOwners.length,
    unknownPercent,
    findings: first(findings),
    changes: first(changes).map(({ text }) => text),
  };
};

const blockedOutput = z.object({
  answers: z.array(z.object({ regime: z.string(), status: z.string(), gaps: texts })),
  reasons: texts,
  unscreened: texts,
});

const blockedOwnership: AnswerOf = ({ output }) => {
  const found = blockedOutput.safeParse(output).data;
  if (found === undefined) return none;
  const { answers: regimes, reasons, unscreened } = found;
  return { kind: 'blockedOwnership', regimes, reasons: first(reasons), unscreened: first(unscreened) };
};

const webhookInput = z.object({ webhook: z.string(), inputs: z.record(z.string(), z.unknown()).default({}) });
/** What the service itself keeps beside the fields of an answer. */
const ownFields: ReadonlySet<string> = new Set(['httpStatus', 'failure', 'to']);

const webhook: AnswerOf = ({ input, output }) => {
  const asked = webhookInput.safeParse(input).data;
  const status = z.int().nullable().safeParse(output['httpStatus']).data;
  if (asked === undefined && status === undefined) return none;
  return {
    kind: 'webhook',
    webhook: asked?.webhook ?? null,
    inputs: Object.keys(asked?.inputs ?? {}),
    httpStatus: status ?? null,
    outputs: Object.entries(output).flatMap(([name, value]) =>
      ownFields.has(name) || value === null ? [] : [name],
    ),
  };
};

const wait: AnswerOf = ({ input }) => ({
  kind: 'wait',
  duration: z.object({ for: z.string() }).safeParse(input).data?.for ?? null,
});

const submitted: AnswerOf = (step, { submittedIn }) => {
  const { information, documents } = submittedIn(step);
  const { ownership: stated, ...lists } = information;
  const isEmpty = stated === null && [documents, ...Object.values(lists)].every((list) => list.length === 0);
  return isEmpty ? none : { kind: 'submitted', information, documents };
};

const decisionInput = z.object({
  outcome: z.enum(['manual', 'approve', 'reject', 'close']),
  groups: texts,
  fourEyes: z.boolean().default(false),
  riskScore: z.number().nullable().default(null),
  reasons: texts,
});

const decision: AnswerOf = ({ input }) => {
  const made = decisionInput.safeParse(input).data;
  return made === undefined ? none : { kind: 'decision', ...made };
};

/** How each type of node is put. */
const answers: Readonly<Record<NodeType, AnswerOf>> = {
  screening,
  'risk-score': riskScore,
  ownership,
  'blocked-ownership': blockedOwnership,
  branch: () => ({ kind: 'choice' }),
  webhook,
  wait,
  particulars: submitted,
  'required-forms': submitted,
  documents: submitted,
  'phone-verification': submitted,
  'email-verification': submitted,
  'ownership-structure': ownership,
  'review-and-submit': submitted,
  decision,
};

function first<Item>(items: readonly Item[]): Item[] {
  return items.slice(0, maxAnswerItems);
}
