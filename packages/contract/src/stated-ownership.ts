import { z } from 'zod';
import { optionalText, requiredText, wordOf } from './fields.ts';
import { ruleText } from './phrases/rule-text.ts';
import { identifierFieldNames, partySubjectFields } from './subject.ts';

/**
 * Who owns, controls and directs a company, as a submit states it: a field of `data` that a workflow declares with the
 * type `ownership` (ours; docs/ownership.md).
 */

/** Most parties of one structure; more is refused, never cut. */
export const maxStatedParties = 10_000;

/** Most holdings, means of control and roles of one party, each. */
const maxRelations = 1000;

/** Means by which somebody controls a company other than by its shares, as statutes name them. */
export const controlMeans = ['appoints-board-majority', 'dominant-influence', 'agreement', 'other'] as const;
export type ControlMeans = (typeof controlMeans)[number];

/** Offices in a company. */
export const officerRoles = ['director', 'senior-managing-official'] as const;
export type OfficerRole = (typeof officerRoles)[number];

const percent = z.number().min(0, 'must be 0 to 100').max(100, 'must be 0 to 100').optional();

const companyId = optionalText(200).describe('`partyId` of the company. If absent: the customer.');

const holding = z
  .object({
    companyId,
    percent: percent.describe('Share of the company, in percent. If absent, and without a range: not known.'),
    percentFrom: percent.describe('At least this share, where only a range is known.'),
    percentTo: percent.describe('At most this share.'),
    votingPercent: percent.describe('Voting rights, where they differ from the share.'),
    votingPercentFrom: percent,
    votingPercentTo: percent,
  })
  .check(({ value, issues }) => {
    for (const name of ['percent', 'votingPercent'] as const) {
      const [from, to] = [value[`${name}From`], value[`${name}To`]];
      const fault = (path: string, message: string) =>
        issues.push({ code: 'custom', message, path: [path], input: value });
      if (value[name] !== undefined && (from ?? to) !== undefined) {
        fault(name, `cannot be combined with ${name}From or ${name}To: state one of them`);
      }
      if ((from ?? 0) > (to ?? 100)) fault(`${name}From`, `must be at most ${name}To`);
    }
  });

const party = z
  .object({
    partyId: requiredText(200).describe('Your own stable ID of the person or company.'),
    ...partySubjectFields,
    ...Object.fromEntries(identifierFieldNames.map((field) => [field, optionalText(200)])),
    holdings: z.array(holding).max(maxRelations).optional(),
    control: z
      .array(z.object({ companyId, means: wordOf(controlMeans) }))
      .max(maxRelations)
      .optional()
      .describe('Companies that it controls by other means than shares or votes.'),
    roles: z
      .array(z.object({ companyId, role: wordOf(officerRoles) }))
      .max(maxRelations)
      .optional()
      .describe('Offices that it holds.'),
  })
  .refine((subject) => (subject.idNumber === undefined) === (subject.idType === undefined), {
    path: ['idNumber'],
    error: ruleText('rules.withIdType'),
  });

const jointArrangement = z.object({
  companyId,
  partyIds: z.array(requiredText(200)).min(2).max(maxRelations),
});

/** Faults between parties: an id used twice, or a company that is none of them. Sums and cycles are findings, not faults. */
function checkReferences(
  value: {
    readonly parties: readonly StatedParty[];
    readonly jointArrangements?: readonly JointArrangement[] | undefined;
  },
  fault: (path: (string | number)[], message: string) => void,
): void {
  const types = new Map<string, string>();
  for (const [index, { partyId, customerType }] of value.parties.entries()) {
    if (types.has(partyId)) fault(['parties', index, 'partyId'], 'is used twice: state each party once');
    types.set(partyId, customerType);
  }
  const checkCompany = (id: string | undefined, path: (string | number)[]) => {
    if (id === undefined) return;
    const type = types.get(id);
    if (type === undefined) fault(path, 'is the partyId of no party');
    else if (type === 'individual') fault(path, 'is an individual: only companies have owners and officers');
  };
  for (const [index, stated] of value.parties.entries()) {
    for (const list of ['holdings', 'control', 'roles'] as const) {
      for (const [at, relation] of (stated[list] ?? []).entries()) {
        checkCompany(relation.companyId, ['parties', index, list, at, 'companyId']);
      }
    }
  }
  for (const [index, { companyId: id, partyIds }] of (value.jointArrangements ?? []).entries()) {
    checkCompany(id, ['jointArrangements', index, 'companyId']);
    for (const [at, partyId] of partyIds.entries()) {
      if (!types.has(partyId))
        fault(['jointArrangements', index, 'partyIds', at], 'is the partyId of no party');
    }
  }
}

export const statedOwnership = z
  .object({
    parties: z
      .array(party)
      .max(maxStatedParties, `must have at most ${maxStatedParties} parties`)
      .describe('Every person and company above the customer, each once.'),
    jointArrangements: z
      .array(jointArrangement)
      .max(maxRelations)
      .optional()
      .describe('Holders of one company who agreed to exercise their rights together.'),
  })
  .check(({ value, issues }) => {
    checkReferences(value as StatedOwnership, (path, message) =>
      issues.push({ code: 'custom', message, path, input: value }),
    );
  })
  .meta({
    id: 'Ownership',
    description: 'Who owns, controls and directs the customer, through all layers.',
  });

export type StatedParty = z.infer<typeof party>;
export type JointArrangement = z.infer<typeof jointArrangement>;
export interface StatedOwnership {
  readonly parties: readonly StatedParty[];
  readonly jointArrangements?: readonly JointArrangement[] | undefined;
}
