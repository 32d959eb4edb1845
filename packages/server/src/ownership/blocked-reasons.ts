import type { BlockedAnswer, BlockedStep, Caution } from '@gatehouse/ownership';
import { shareText } from './holding-shares.ts';
import type { Gap, RegimeAnswer } from './regime-answer.ts';

export type NameOf = (id: string) => string;

/** The list that states what a step counts of one of its holders; undefined where the structure states it. */
export type SourceOf = (holderId: string, step: Pick<BlockedStep, 'companyId' | 'by'>) => string | undefined;

const gapTexts: Readonly<Record<Gap, string>> = {
  'no-structure': 'the ownership is not known',
  'no-rule': 'no rule is known for this day',
  'list-not-searched': 'no list of this regime was searched',
  'parties-not-screened': 'parties of the structure were not screened, or not all of their hits were kept',
  'relations-cut': 'lists state more relations of these parties than were read',
};

/** Why the answer of a regime is not clear, and what to know beside it: one sentence each, `EU: possibly: …`. */
export function blockedReasons(
  { regime, status, answer, gaps, notes }: RegimeAnswer,
  nameOf: NameOf,
  sourceOf: SourceOf,
): string[] {
  const noted: NameOf = (id) => (notes?.has(id) ? `${nameOf(id)} (${notes.get(id)})` : nameOf(id));
  const namesOf = { nameOf, holderName: status === 'possibly' ? noted : nameOf };
  const steps = answer === undefined || status === 'clear' ? [] : stepTexts(answer, namesOf, sourceOf);
  const missing = gaps.map((gap) => gapTexts[gap]);
  // What was not searched is no reason of a block: it is to be known beside it.
  const reasons = status === 'possibly' ? [...steps, ...missing] : steps;
  const cautions = [
    ...(answer?.cautions.map((caution) => cautionText(caution, noted)) ?? []),
    ...(status === 'blocked' ? missing : []),
  ];
  return [
    ...reasons.map((reason) => `${regime}: ${status}: ${reason}`),
    ...cautions.map((caution) => `${regime}: ${caution}`),
  ];
}

interface StepNames {
  readonly nameOf: NameOf;
  /** The name of a holder with why it counts. */
  readonly holderName: NameOf;
}

function stepTexts({ status, steps }: BlockedAnswer, names: StepNames, sourceOf: SourceOf): string[] {
  if (steps.length === 0) {
    if (status === 'blocked') return ['the customer itself is listed'];
    return status === 'possibly' ? ['listed parties may hold enough through companies they do not own'] : [];
  }
  return steps.map((step) => {
    // No list states that owners are not stated.
    const holderIds = step.by === 'undisclosed' ? [] : step.holderIds;
    const sources = holderIds.flatMap((holderId) => sourceOf(holderId, step) ?? []);
    const text = stepText(step, status, names);
    return sources.length === 0 ? text : `${text} (${[...new Set(sources)].join(', ')})`;
  });
}

function stepText(
  { companyId, by, percent, knownPercent, holderIds }: BlockedStep,
  status: BlockedAnswer['status'],
  { nameOf, holderName }: StepNames,
): string {
  const holders = holderIds.map(holderName).join(', ');
  const company = nameOf(companyId);
  switch (by) {
    case 'control':
      return `${holders} controls ${company}`;
    case 'link':
      return `${holders} is linked to ${company}`;
    case 'undisclosed':
      return `owners of ${company} are not stated`;
    case 'shares':
    case 'votes':
      if (holders === '') return `${shareText(percent)} of ${company} is not known`;
      if (status === 'blocked') return `${holders} holds ${shareText(percent)} of ${company}`;
      return `${holders}: ${shareText(knownPercent)} of ${company} stated${percent > knownPercent ? `, up to ${shareText(percent)}` : ''}`;
  }
}

/** Of hits that nobody decided, nobody knows whether the party is listed: its name is followed by what it has. */
function cautionText(caution: Caution, nameOf: NameOf): string {
  switch (caution.kind) {
    case 'controlled-by-listed':
      return `a party that is or may be listed controls the customer by other means: ${nameOf(caution.partyId)}`;
    case 'listed-officer':
      return `a party that is or may be listed directs the customer: ${nameOf(caution.partyId)}`;
    case 'together-above':
      return `parties that are or may be listed hold ${shareText(caution.percent)} together, without a known joint arrangement`;
  }
}
