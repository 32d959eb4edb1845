import type { CaseDetail } from '@gatehouse/contract';
import { contradiction } from '../documents/review-texts.ts';
import { reviewedDocuments, sameFileNames } from '../documents/reviewed-documents.ts';
import type { HitGroup } from '../hits/entity-groups.ts';
import { sampleOnlyText } from '../hits/searched-lists.ts';
import { text } from '../messages/text.ts';
import { labelOf, listText, sentenceOf } from '../ui/format.ts';
import { rounded } from '../ui/percent.ts';
import { latestBlockedSummary, ownershipOf } from './ownership-facts.ts';
import { searchedLists } from './searched-lists.ts';
import { sectionIds } from './section-ids.ts';

/** One thing that speaks for or against approval, and where the page has it in full. */
export interface CaseFinding {
  readonly text: string;
  /** A part of the page, or a hit. */
  readonly target?: { readonly section: string } | { readonly alertId: string };
}

export interface CaseFindings {
  readonly against: readonly CaseFinding[];
  readonly inFavour: readonly CaseFinding[];
}

/** Names of hits in one line; the table has the others. */
const maxNames = 3;

/** What the case itself says, from what stops an approval to what only lacks; nothing is judged anew. */
export function findingsOf(caseDetail: CaseDetail, groups: readonly HitGroup[]): CaseFindings {
  const hits = hitFindings(caseDetail, groups);
  const ownership = ownershipFindings(caseDetail);
  const documents = documentFindings(caseDetail);
  return {
    against: [
      ...hits.against,
      ...identifierFindings(caseDetail),
      ...ownership.against,
      ...documents.against,
      ...hits.missing,
    ],
    inFavour: [...hits.inFavour, ...ownership.inFavour, ...documents.inFavour],
  };
}

function hitFindings(caseDetail: CaseDetail, groups: readonly HitGroup[]) {
  const having = (resolution: HitGroup['resolution']) =>
    groups.filter((group) => group.resolution === resolution);
  const [matches, unruled, cleared] = [having('TRUE_MATCH'), having(null), having('FALSE_POSITIVE')];
  const finding = (key: 'TrueMatches' | 'Unresolved', found: readonly HitGroup[]): CaseFinding[] =>
    found[0] === undefined
      ? []
      : [
          {
            text: text(`case.finding${key}`, { count: found.length, names: namesOf(found) }),
            target: { alertId: found[0].lead.alertId },
          },
        ];
  const { texts, isSampleOnly, isScreened } = searchedLists(caseDetail);
  const missing = groups.length === 0 && (isSampleOnly || !isScreened);
  return {
    against: [...finding('TrueMatches', matches), ...finding('Unresolved', unruled)],
    // Without hits the page says below what was searched: nothing may be cleared by a search that was none.
    missing: missing
      ? [
          {
            text: isSampleOnly ? sampleOnlyText : texts.join(' '),
            target: { section: sectionIds.hits },
          },
        ]
      : [],
    inFavour: [
      ...(cleared.length > 0 ? [{ text: text('case.findingCleared', { count: cleared.length }) }] : []),
      ...(groups.length === 0 && !missing ? [{ text: text('case.findingNoHits') }] : []),
    ],
  };
}

/** Identifiers with a wrong checksum or form: a workflow may route a case to people for nothing else. */
function identifierFindings({ timeline }: CaseDetail): CaseFinding[] {
  const stated = timeline.flatMap((entry) => {
    const invalid = entry.kind === 'visit' && entry.nodeType === 'screening' && invalidOf(entry.output);
    return Array.isArray(invalid) ? invalid.map(String) : [];
  });
  const faults = [...new Set(stated)];
  if (faults.length === 0) return [];
  const name = text('case.invalidIdentifiers', { count: faults.length });
  return [{ text: sentenceOf(text('entities.labelled', { name, value: listText(faults) })) }];
}

const invalidOf = (output: unknown) =>
  (output as { invalidIdentifiers?: unknown } | null)?.invalidIdentifiers;

/** A person may own by several ways, and be found for each: each name once. */
function namesOf(groups: readonly HitGroup[]): string {
  const names = [...new Set(groups.map(({ lead }) => lead.name))];
  const shown = listText(names.slice(0, maxNames));
  return names.length > maxNames ? text('case.findingMore', { names: shown }) : shown;
}

function ownershipFindings(caseDetail: CaseDetail) {
  const { owners, blocked } = ownershipOf(caseDetail);
  const target = { section: sectionIds.ownership };
  const summary = latestBlockedSummary(caseDetail);
  const found =
    summary === undefined ? [] : [{ text: sentenceOf(text('case.findingOwnership', { summary })), target }];
  const isClear = blocked?.regimes.every(({ status }) => status === 'clear') === true;
  const unknown = owners?.unknownPercent ?? 0;
  return {
    against: [
      ...(isClear ? [] : found),
      ...(unknown > 0
        ? [{ text: text('ownership.unknownShare', { percent: rounded(unknown) }), target }]
        : []),
    ],
    inFavour: isClear ? found : [],
  };
}

function documentFindings(caseDetail: CaseDetail) {
  const target = { section: sectionIds.documents };
  const all = reviewedDocuments(caseDetail).filter(({ submitted }) => submitted !== undefined);
  const line = (name: string, value: string): CaseFinding => ({
    text: sentenceOf(text('entities.labelled', { name, value })),
    target,
  });
  const facts = all.flatMap(({ submitted, name }) =>
    (submitted?.contradictions ?? []).map((one) => ({
      text: contradiction(listText([name, labelOf(one.field)]), one),
      target,
    })),
  );
  const changed = all.flatMap(({ submitted, name }) =>
    submitted !== undefined && submitted.differences.length > 0
      ? line(name, text('case.findingChanged', { fields: listText(submitted.differences.map(fieldLabel)) }))
      : [],
  );
  const [first] = all.filter((one) => sameFileNames(one, caseDetail).length > 0);
  const same =
    first === undefined
      ? []
      : [
          line(
            first.name,
            text('case.findingSameFile', { names: listText(sameFileNames(first, caseDetail)) }),
          ),
        ];
  const having = (verdict: string) => all.filter(({ review }) => review?.verdict === verdict);
  const unreviewed = all.filter(({ review }) => review === undefined);
  const isUncompared = caseDetail.givenDocuments.some(({ unchecked }) => unchecked.includes('face'));
  return {
    against: [
      ...having('REJECTED').map(({ name }) => line(name, text('documents.rejected'))),
      ...facts,
      ...changed,
      ...same,
      ...(unreviewed.length > 0
        ? [{ text: text('case.findingUnreviewed', { count: unreviewed.length }), target }]
        : []),
      ...(isUncompared ? [{ text: text('documents.faceUnchecked'), target }] : []),
    ],
    inFavour: having('ACCEPTED').map(({ name }) => line(name, text('documents.accepted'))),
  };
}

const fieldLabel = ({ field }: { readonly field: string }) => labelOf(field);
