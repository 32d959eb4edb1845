import type { CaseDetail } from '@gatehouse/contract';
import { apart, text } from '../messages/text.ts';
import { formatList, listText } from '../ui/format.ts';
import { outcomeText } from './action-titles.ts';
import { blockedSummary } from './ownership-facts.ts';

type Entry = CaseDetail['timeline'][number];
type NodeRunEntry = Extract<Entry, { kind: 'visit' }>;

/**
 * The result of a node in a few words; undefined where its type says all.
 * @param titleOf title of another node by its ID
 */
export function nodeRunLabels(
  { nodeType, input, output }: NodeRunEntry,
  titleOf: (nodeId: string) => string,
): string | undefined {
  switch (nodeType) {
    case 'screening':
      return screeningLabel({
        entries: entriesOf(output),
        suppressed: Number(output['silencedHits'] ?? 0),
        invalid: lengthOf(output['invalidIdentifiers']),
        isCut: lengthOf(output['exceededHitLimits']) > 0,
      });
    case 'risk-score':
      return riskLabel(String(output['score']), Array.isArray(output['reasons']) ? output['reasons'] : []);
    case 'decision': {
      const { outcome, groups } = (input ?? {}) as { outcome?: string; groups?: string[] };
      return outcome === undefined ? undefined : decisionNodeLabel(outcome, groups ?? []);
    }
    case 'ownership':
    case 'ownership-structure':
      if (output['beneficialOwners'] === undefined) return undefined;
      return ownersLabel({
        certain: lengthOf(output['beneficialOwners']),
        possible: lengthOf(output['possibleBeneficialOwners']),
        changes: lengthOf(output['changes']),
      });
    case 'blocked-ownership':
      return blockedSummary(output);
    case 'branch':
      return typeof output['to'] === 'string'
        ? text('case.continuedAt', { step: titleOf(output['to']) })
        : undefined;
    default:
      return undefined;
  }
}

const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0);

/** Each entry once, by whichever engine and for whomever. */
function entriesOf(output: NodeRunEntry['output']): number {
  const ids = output['entityIds'];
  return Array.isArray(ids) ? new Set(ids).size : Number(output['hits'] ?? 0);
}

/** What a screening found. Entries: the page of a case joins those that are one entity into one hit. */
export function screeningLabel(found: {
  readonly entries: number;
  readonly suppressed: number;
  readonly invalid: number;
  /** Whether more matched than was kept. */
  readonly isCut: boolean;
}): string {
  const { entries, suppressed, invalid, isCut } = found;
  return formatList([
    entries === 0 ? text('case.noHits') : text('case.matchingEntries', { count: entries }),
    ...(suppressed > 0 ? [text('case.suppressedHits', { count: suppressed })] : []),
    ...(isCut ? [text('case.moreMatched')] : []),
    ...(invalid > 0 ? [text('case.invalidIdentifiers', { count: invalid })] : []),
  ]);
}

/** A risk score with its reasons. */
export function riskLabel(score: number | string, reasons: readonly string[]): string {
  return reasons.length === 0
    ? String(score)
    : text('case.scoreReasons', { score, reasons: listText(reasons.map(apart)) });
}

/** What a decision node did; a manual one routes to its groups. */
export function decisionNodeLabel(outcome: string, groups: readonly string[]): string {
  if (outcome !== 'manual') return outcomeText(outcome);
  const [first, ...others] = groups;
  if (first === undefined) return text('case.routedToReview');
  const path = others.reduce(
    (before, group) => text('case.groupThen', { first: before, next: group }),
    first,
  );
  return text('case.routedTo', { groups: path });
}

/** How many own the customer, and how many may. */
export function ownersLabel(found: {
  readonly certain: number;
  readonly possible: number;
  /** Absent: not counted. */
  readonly changes?: number;
}): string {
  const { changes = 0 } = found;
  return formatList([
    found.certain === 0
      ? text('case.noBeneficialOwners')
      : text('case.beneficialOwners', { count: found.certain }),
    ...(found.possible > 0 ? [text('case.possibleOwners', { count: found.possible })] : []),
    ...(changes > 0 ? [text('case.ownershipChanges', { count: changes })] : []),
  ]);
}
