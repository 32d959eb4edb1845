import type { Regime, WorkflowNodeOf } from '@gatehouse/contract';
import {
  regimes as allRegimes,
  blockedOwnership,
  buildGraph,
  type Designation,
  type OwnershipGraph,
  ruleOn,
} from '@gatehouse/ownership';
import type { NodeHandler } from '../interpreter/index.ts';
import type { ScreenedHit, ScreenedParties, Screening } from '../screening/index.ts';
import { blockedOutput } from './blocked-output.ts';
import { designationsOf, hitNotes, isCovered, isDecided } from './designations.ts';
import { type JoinedStructure, joinRelations } from './list-relations.ts';
import type { Gap, RegimeAnswer } from './regime-answer.ts';
import type { StoredStructure } from './stored-structure.ts';

/** More parties that nobody screened are not tried one by one: the answer is "possibly" at once. */
const maxTried = 200;

/**
 * Whether sanctions on its owners block the customer, by regime. Relations that lists state of its parties count too.
 * Whatever is not known leaves "possibly", never "clear".
 */
export function blockedOwnershipNode(
  lists: Pick<Screening, 'relatedEntries'>,
): NodeHandler<'blocked-ownership'> {
  return async ({ values, now }, node) => {
    const stored = outputAt(values, node.structure) as Partial<StoredStructure> | undefined;
    const screenings = node.screenings.flatMap((path) => {
      const screened = outputAt(values, path) as Partial<ScreenedParties> | undefined;
      return screened?.parties === undefined ? [] : [screened as ScreenedParties];
    });
    const asked = node.regimes ?? allRegimes;
    const input = { structure: node.structure, screenings: node.screenings, regimes: asked };
    if (stored?.structure === undefined) {
      const answers = asked.map(
        (regime) => ({ regime, status: 'possibly', gaps: ['no-structure'] }) as const,
      );
      return { kind: 'done', input, output: blockedOutput(answers, { unscreened: [] }) };
    }
    const day = now.toISOString().slice(0, 10);
    const hits = screenings.flatMap((screening) => screening.hits);
    const searched = new Set(screenings.flatMap((screening) => screening.lists));
    // Where a screening searched a list, its hits and the rulings on them say who is who.
    const identified = (stored.identified ?? []).filter(({ source }) => !searched.has(source));
    const related = await readRelated(lists, [...hits, ...identified]);
    const isConfirmed = (hit: ScreenedHit) => isDecided(hit, node.listedFromScore);
    const joined = joinRelations(stored as StoredStructure, {
      hits,
      identified,
      related: related.entries,
      regimes: asked,
      day,
      isConfirmed,
    });
    const question = questionOf(joined, { screenings, day, asked, node, isCut: related.isCut });
    const answers = asked.map((regime) => answerOf(regime, question, node));
    const unscreened = notIn(screenings, question.parties);
    return {
      kind: 'done',
      input: { ...input, lists: related.listVersions },
      output: blockedOutput(answers, { joined, unscreened }),
    };
  };
}

/** Relations of what was hit or identified; without any no list is asked. */
async function readRelated(
  lists: Pick<Screening, 'relatedEntries'>,
  matched: readonly { readonly entityId: string }[],
) {
  const entityIds = [...new Set(matched.map(({ entityId }) => entityId))];
  if (entityIds.length === 0) return { entries: [], isCut: false, listVersions: {} };
  return lists.relatedEntries(entityIds);
}

interface Question {
  readonly graph: OwnershipGraph;
  readonly companyId: string;
  /** Everybody above the customer. */
  readonly parties: readonly string[];
  readonly screenings: readonly ScreenedParties[];
  readonly day: string;
  readonly designations: readonly Designation[];
  readonly covered: JoinedStructure['covered'];
  /** Lists state more relations than were read. */
  readonly isCut: boolean;
}

function questionOf(
  joined: JoinedStructure,
  {
    screenings,
    day,
    asked,
    node,
    isCut,
  }: {
    readonly screenings: readonly ScreenedParties[];
    readonly day: string;
    readonly asked: readonly Regime[];
    readonly node: WorkflowNodeOf<'blocked-ownership'>;
    readonly isCut: boolean;
  },
): Question {
  const { structure, companyId, covered } = joined;
  const { listedFromScore } = node;
  return {
    graph: buildGraph(structure).graph,
    companyId,
    parties: structure.parties.map(({ id }) => id).filter((id) => id !== companyId),
    screenings,
    day,
    designations: [
      ...designationsOf(screenings, { regimes: asked, companyId, listedFromScore }),
      ...joined.designations,
    ],
    covered,
    isCut,
  };
}

function answerOf(
  regime: Regime,
  { graph, companyId, parties, screenings, day, designations, covered, isCut }: Question,
  node: WorkflowNodeOf<'blocked-ownership'>,
): RegimeAnswer {
  const rule = ruleOn(regime, day);
  if (rule === undefined) return { regime, status: 'possibly', gaps: ['no-rule'] };
  const covering = screenings.filter(({ lists }) => isCovered(regime, lists, node.alsoCoveredBy?.[regime]));
  const unscreened = notIn(covering, parties).filter((id) => covered.get(id)?.includes(regime) !== true);
  const answerWith = (more: readonly Designation[]) =>
    blockedOwnership(graph, { companyId, rule, designations: [...designations, ...more] });
  const known = answerWith([]);
  const notes = hitNotes(screenings, regime, companyId);
  const gaps: Gap[] = [
    ...(isCut ? (['relations-cut'] as const) : []),
    ...(unscreened.length === 0
      ? []
      : ([covering.length === 0 ? 'list-not-searched' : 'parties-not-screened'] as const)),
  ];
  // A hit hides no gap: each regime says what was not searched for it.
  if (known.status !== 'clear' || gaps.length === 0) {
    return { regime, status: known.status, answer: known, gaps, notes };
  }
  if (isCut || covering.length === 0 || unscreened.length > maxTried) {
    return { regime, status: 'possibly', answer: known, gaps, notes };
  }
  const answer = answerWith(unscreened.map((partyId) => ({ partyId, regime, certainty: 'possible' })));
  if (answer.status === 'clear') return { regime, status: 'clear', answer, gaps: [] };
  const withUnscreened = new Map([...unscreened.map((id) => [id, 'not screened'] as const), ...notes]);
  return { regime, status: 'possibly', answer, gaps, notes: withUnscreened };
}

function notIn(screenings: readonly ScreenedParties[], parties: readonly string[]): readonly string[] {
  const screened = new Set(screenings.flatMap((screening) => screening.parties));
  return parties.filter((id) => !screened.has(id));
}

/** The value at `node.field` of what ran before. */
function outputAt(values: Readonly<Record<string, unknown>>, path: string): unknown {
  const [id = '', field = ''] = path.split('.');
  const output = Object.hasOwn(values, id) ? values[id] : undefined;
  if (typeof output !== 'object' || output === null) return undefined;
  return (output as Record<string, unknown>)[field] ?? undefined;
}
