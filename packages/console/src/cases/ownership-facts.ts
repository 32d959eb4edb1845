import type { CaseDetail } from '@gatehouse/contract';
import { listTitle } from '../hits/list-titles.ts';
import { type ReviewedCase, withSubjects } from '../hits/subject-hits.ts';
import { asOwner, shareInterval } from '../hits/subject-label.ts';
import { text, textIfKnown } from '../messages/text.ts';
import { labelOf, listText } from '../ui/format.ts';
import { rounded } from '../ui/percent.ts';
import { ownershipChange, regimeCaution, regimeReason, structureFinding } from './ownership-sentences.ts';
import { searchedByNodes } from './searched-lists.ts';

/** What nodes answered about the ownership of a case's customer, read from its history. */

export interface BeneficialOwnerRow {
  readonly reference: string;
  readonly name: string;
  /** Why it is one: `Shares`, `Votes`, `Control`, `Senior managing official`. */
  readonly basis: string;
  readonly isCertain: boolean;
  readonly share: string;
  readonly votes: string;
  /** Names from the owner down to the customer's own holder. */
  readonly path: readonly string[];
  readonly paths: number;
}

export interface OwnershipFacts {
  readonly owners: readonly BeneficialOwnerRow[];
  /** Parties of the structure, and layers of owners. */
  readonly parties: number;
  readonly layers: number;
  readonly unknownPercent: number;
  readonly findings: readonly string[];
  /** Relations that lists state of the parties, one sentence each. */
  readonly relations: readonly string[];
  readonly changes: readonly string[];
  /** Epoch milliseconds of the statement that changes are against; undefined: there was none. */
  readonly comparedAt: number | undefined;
}

export interface RegimeRow {
  readonly regime: string;
  readonly status: string;
  /** Whether a list of the regime was searched for its parties. */
  readonly isSearched: boolean;
  /** What parties that are or may be listed could hold of the customer. */
  readonly share: string;
  readonly reasons: readonly string[];
}

export interface BlockedFacts {
  /** Lists that the screenings of the answer searched, with their versions. */
  readonly searched: readonly string[];
  readonly regimes: readonly RegimeRow[];
  /** What people should know beside the answers. */
  readonly cautions: readonly string[];
  readonly unscreened: readonly string[];
  /** Relations that lists state, one sentence each. */
  readonly relations: readonly string[];
  readonly findings: readonly string[];
}

const ownershipNodes: ReadonlySet<string> = new Set(['ownership', 'ownership-structure']);

type Fields = Readonly<Record<string, unknown>>;

/** The newest answer of each kind; undefined where no node gave one. */
export function ownershipOf({ timeline }: Pick<CaseDetail, 'timeline'>): {
  readonly owners: OwnershipFacts | undefined;
  readonly blocked: BlockedFacts | undefined;
} {
  const newest = (...types: readonly string[]) =>
    timeline.findLast((entry) => entry.kind === 'visit' && types.includes(entry.nodeType));
  const [owners, blocked] = [newest('ownership', 'ownership-structure'), newest('blocked-ownership')];
  return {
    owners: owners?.kind === 'visit' && owners.output['parties'] ? ownersOf(owners.output) : undefined,
    blocked:
      blocked?.kind === 'visit' && blocked.output['answers']
        ? { ...blockedOf(blocked.output), searched: searchedByNodes(timeline, screeningsOf(blocked.input)) }
        : undefined,
  };
}

/** The case, with its subjects called as the ownership of the case calls them: possible beneficial owners, ranges of shares. */
export function withOwnership(caseDetail: CaseDetail): ReviewedCase {
  const newest = caseDetail.timeline.findLast(
    (entry) => entry.kind === 'visit' && ownershipNodes.has(entry.nodeType) && entry.output['parties'],
  );
  const parties = recordsIn(newest?.kind === 'visit' ? newest.output['parties'] : undefined).map(
    ({ name, percent, percentAtMost, beneficialOwner, basis }) => ({
      name: String(name),
      percent: numberOf(percent),
      percentAtMost: numberOf(percentAtMost),
      isPossibleBeneficialOwner: beneficialOwner === false && typeof basis === 'string',
    }),
  );
  return withSubjects({
    ...caseDetail,
    subjects: caseDetail.subjects.map((subject) => asOwner(subject, parties)),
  });
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** IDs of the nodes that a `blocked-ownership` node took hits from: its input names them as `node.screened`. */
function screeningsOf(input: unknown): readonly string[] {
  const { screenings } = (input ?? {}) as { readonly screenings?: unknown };
  return textsIn(screenings).map((path) => path.split('.')[0]!);
}

/** Fields of `data` that `ownership` nodes read. */
export function ownershipFields({ timeline }: Pick<CaseDetail, 'timeline'>): readonly string[] {
  return timeline.flatMap((entry) => {
    if (entry.kind !== 'visit' || entry.nodeType !== 'ownership') return [];
    const field = (entry.input as { field?: unknown } | null)?.field;
    return typeof field === 'string' ? [field] : [];
  });
}

function ownersOf(output: Fields): OwnershipFacts {
  const rows = (list: string, isCertain: boolean) =>
    recordsIn(output[list]).map((owner) => ownerRow(owner, isCertain));
  const compared = output['comparedAt'];
  const comparedAt = typeof compared === 'string' ? Date.parse(compared) : Number.NaN;
  return {
    owners: [...rows('beneficialOwners', true), ...rows('possibleBeneficialOwners', false)],
    parties: recordsIn(output['parties']).length,
    layers: Number(output['layers'] ?? 0),
    unknownPercent: Number(output['unknownPercent'] ?? 0),
    findings: textsIn(output['findings']).map(structureFinding),
    relations: recordsIn(output['relations']).map(relationText),
    changes: recordsIn(output['changes']).map((change) => ownershipChange(String(change['text']))),
    comparedAt: Number.isNaN(comparedAt) ? undefined : comparedAt,
  };
}

function ownerRow(owner: Fields, isCertain: boolean): BeneficialOwnerRow {
  const path = textsIn(owner['path']);
  return {
    reference: String(owner['reference']),
    name: String(owner['name']),
    basis: textIfKnown(`ownership.basis-${String(owner['basis'])}`) ?? '',
    isCertain,
    share: shareInterval(owner['percent'], owner['percentAtMost']),
    votes: shareInterval(owner['votingPercent'], owner['votingPercentAtMost']),
    path,
    paths: Number(owner['paths'] ?? 0),
  };
}

function blockedOf(output: Fields): Omit<BlockedFacts, 'searched'> {
  const reasons = textsIn(output['reasons']);
  return {
    regimes: recordsIn(output['answers']).map((answer) => {
      const status = answerOf(answer, reasons);
      return {
        ...status,
        share: textsIn(answer['gaps']).some((gap) => gapsOfScreening.has(gap))
          ? knownPart(answer['percentAtLeast'])
          : shareInterval(answer['percentAtLeast'], answer['percentAtMost']),
        reasons: status.reasons.map(regimeReason),
      };
    }),
    cautions: reasons.filter((reason) => !/^[A-Z]+: (?:blocked|possibly): /.test(reason)).map(regimeCaution),
    unscreened: textsIn(output['unscreened']),
    relations: recordsIn(output['relations']).map(relationText),
    findings: textsIn(output['findings']).map(structureFinding),
  };
}

/** What the output of a `blocked-ownership` node says of one regime. */
type RegimeStatus = Pick<RegimeRow, 'regime' | 'status' | 'isSearched' | 'reasons'>;

/** Reasons of one answer out of those of all regimes, but for the list that was not searched: the answer says it. */
export function reasonsOf(
  { regime, status }: Pick<RegimeStatus, 'regime' | 'status'>,
  reasons: readonly string[],
): readonly string[] {
  const start = `${regime}: ${status}: `;
  return reasons
    .filter((reason) => reason.startsWith(start))
    .map((reason) => reason.slice(start.length))
    .filter((reason) => reason !== notSearched);
}

/**
 * Whether nothing was found out: not even that the customer may be blocked. A list that was not searched must be the only
 * reason; a hit on another list, such as the UN's, makes an answer possible by itself.
 */
function isUndetermined({ status, isSearched, reasons }: RegimeStatus): boolean {
  return status === 'possibly' && !isSearched && reasons.length === 0;
}

/** `clear` is of the structure as stated, so no word promises more. */
export function statusText(answer: RegimeStatus): string {
  const { regime, isSearched } = answer;
  if (answer.status === 'clear') return text('ownership.clear');
  const status = textIfKnown(`ownership.status-${answer.status}`) ?? labelOf(answer.status);
  if (isSearched) return status;
  return isUndetermined(answer)
    ? text('ownership.undetermined', { regime })
    : text('ownership.statusUnsearched', { status, regime });
}

/** The answers for all regimes in a few words, the gravest alone; undefined where there is none. */
export function blockedSummary(output: Fields): string | undefined {
  const reasons = textsIn(output['reasons']);
  const answers = recordsIn(output['answers']).map((answer) => answerOf(answer, reasons));
  const named = (
    answer: 'blocked' | 'possibly' | 'undetermined',
    wanted: (answer: RegimeStatus) => boolean,
  ): string | undefined => {
    const having = answers.filter(wanted);
    if (having.length === 0) return undefined;
    const unsearched = having.filter((each) => !each.isSearched && !isUndetermined(each));
    const regimes =
      unsearched.length === 0
        ? regimesOf(having)
        : text('ownership.besideUnsearched', {
            regimes: regimesOf(having),
            unsearched: regimesOf(unsearched),
          });
    return text(`ownership.summary-${answer}`, { regimes });
  };
  return (
    named('blocked', ({ status }) => status === 'blocked') ??
    named('possibly', (answer) => answer.status === 'possibly' && !isUndetermined(answer)) ??
    named('undetermined', isUndetermined) ??
    (answers.length === 0 ? undefined : text('ownership.summary-clear'))
  );
}

/** The same of the newest answer on a case; undefined where no node asked. */
export function latestBlockedSummary({ timeline }: Pick<CaseDetail, 'timeline'>): string | undefined {
  const run = timeline.findLast((entry) => entry.kind === 'visit' && entry.nodeType === 'blocked-ownership');
  return run?.kind === 'visit' ? blockedSummary(run.output) : undefined;
}

const regimesOf = (answers: readonly RegimeStatus[]) => listText(answers.map(({ regime }) => regime));

function answerOf({ regime, status, gaps }: Fields, reasons: readonly string[]): RegimeStatus {
  const answer = { regime: String(regime), status: String(status) };
  return {
    ...answer,
    isSearched: !textsIn(gaps).includes('list-not-searched'),
    reasons: reasonsOf(answer, reasons),
  };
}

/** Of parties of which a screening says too little. */
export const unscreenedTitle = text('ownership.unscreened');

const notSearched = 'no list of this regime was searched';

/** Without these, nobody knows whether others of the owners are listed. */
const gapsOfScreening: ReadonlySet<string> = new Set(['list-not-searched', 'parties-not-screened']);

function knownPart(atLeast: unknown): string {
  return typeof atLeast === 'number' && atLeast > 0
    ? text('ownership.atLeast', { percent: rounded(atLeast) })
    : text('ownership.notKnown');
}

/** Reasons of all regimes in one list; the answers stand apart, and say where no list was searched. */
export function reasonsByRegime(reasons: readonly string[]): readonly string[] {
  return reasons
    .filter((reason) => !reason.endsWith(`: possibly: ${notSearched}`))
    .map((reason) => regimeCaution(reason.replace(/^([A-Z]+: )(?:blocked|possibly): /, '$1')));
}

const verbs = ['owns', 'controls', 'directs'] as const;

function relationText({ kind, share, votes, role, source, counts, ...ends }: Fields): string {
  const verb = verbs.find((each) => each === kind) ?? 'linked';
  const notes = [
    roleText(role),
    typeof votes === 'string' ? text('ownership.ofVotes', { share: percentText(votes) }) : undefined,
    listTitle(String(source)),
    textIfKnown(`ownership.counts-${String(counts)}`),
  ];
  const values = {
    from: String(ends['from']),
    to: String(ends['to']),
    notes: listText(notes.filter((note) => note !== undefined)),
  };
  return typeof share === 'string'
    ? text(`ownership.share-${verb}`, { ...values, share: percentText(share) })
    : text(`ownership.relation-${verb}`, values);
}

/** BODS writes roles as codes, such as `appointmentOfBoard`; other lists write words. */
function roleText(role: unknown): string | undefined {
  if (typeof role !== 'string') return undefined;
  return /^[a-z]+(?:[A-Z][a-z]+)+$/.test(role) ? role.replaceAll(/[A-Z]/g, ' $&').toLowerCase() : role;
}

/** A share as lists write it: `51`, `25-50`, `>25-50`. */
function percentText(share: string): string {
  const [, above, least = '', most] = /^(>?)\s*(.*?)(?:\s*-\s*(.*?))?\s*%?$/.exec(share.trim()) ?? [];
  if (above === '>') {
    return most === undefined
      ? text('ownership.shareOnlyAbove', { least })
      : text('ownership.shareAbove', { least, most });
  }
  return text('ownership.sharePlain', { share: most === undefined ? least : `${least}–${most}` });
}

function recordsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
