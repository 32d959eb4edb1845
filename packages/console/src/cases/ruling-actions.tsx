import type { CaseDetail, ConsoleBody, ConsoleData, RulingVerdict } from '@gatehouse/contract';
import { notifications } from '@mantine/notifications';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { call, Refused } from '../api.ts';
import { type CaseKey, hitQuery } from '../hits/entity-card.tsx';
import { comparedFacts, groupHits, type HitGroup } from '../hits/entity-groups.ts';
import { entryTitle } from '../hits/list-titles.ts';
import type { ReviewedCase, SubjectHit } from '../hits/subject-hits.ts';
import { subjectLabel } from '../hits/subject-label.ts';
import { phraseText } from '../messages/phrase-text.ts';
import { text } from '../messages/text.ts';
import { describeError } from '../queries.ts';
import { personName } from '../session/people-names.ts';
import { listedText } from '../ui/country-text.ts';
import { keepDraft } from '../ui/draft-text.ts';
import { clausesText, listText, sentenceOf } from '../ui/format.ts';
import { type DialogAction, draftPlace } from './action-dialog.tsx';
import { shownHit } from './shown-hit.ts';

/** A ruling that is shown before the case was read again: as being saved, until the service has answered that it is stored. */
type PendingRuling = Pick<NonNullable<SubjectHit['ruling']>, 'ruling' | 'reason'> & {
  readonly isSaved: boolean;
};

/** By alert. */
type PendingRulings = ReadonlyMap<string, PendingRuling>;

type RuledHits = ConsoleData<'cases.ruleAll'>['results'];

/** Most refused hits that a message names. */
const maxNamed = 5;

/** How long the service may take to rule on all hits of a case. */
const maxMs = 60_000;

/**
 * Rulings on the hits of a case: shown at once as being saved, and taken back where the service refuses.
 * @param email of who rules
 */
export function useRulings(caseDetail: ReviewedCase, email: string) {
  const queries = useQueryClient();
  const [pending, setPending] = useState<PendingRulings>(new Map());
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const { domain, caseNo } = caseDetail;
  const alerts = useMemo(
    () => caseDetail.alerts.map((alert) => withPending(alert, pending, { email, caseNo })),
    [caseDetail.alerts, pending, email, caseNo],
  );
  const groups = useMemo(() => groupHits(alerts), [alerts]);

  /** Where an own ruling on one of the hits is on its way, its end is awaited: the next one replaces what it became. */
  async function send(
    ruled: readonly HitGroup[],
    { ruling, reason }: Pick<ConsoleBody<'cases.ruleAll'>, 'ruling' | 'reason'>,
  ): Promise<{ readonly results: RuledHits; readonly readBack: Promise<void> }> {
    const ids = ruled.flatMap((group) => group.alerts.map(({ alertId }) => alertId));
    const replaced = new Set(ids.filter((id) => pending.has(id)));
    const saving: PendingRuling = { ruling, reason, isSaved: false };
    const saved: PendingRuling = { ...saving, isSaved: true };
    const isOwn = (each: PendingRuling) => each === saving || each === saved;
    const drop = () => setPending((now) => new Map([...now].filter(([, each]) => !isOwn(each))));
    setPending((now) => new Map([...now, ...ids.map((id) => [id, saving] as const)]));
    try {
      if (replaced.size > 0) await running.current;
      const latest = queries.getQueryData<CaseDetail>(['case', domain, caseNo])?.alerts ?? [];
      const hits = ruled.map((group) =>
        shownHit(group, { shown: caseDetail.alerts, latest, replaced, email }),
      );
      const body = { ruling, reason, hits };
      const signal = AbortSignal.timeout(maxMs);
      const { results } = await call('cases.ruleAll', { params: { domain, caseNo }, body, signal });
      const stored = alertsOf(ruled, results);
      setPending((now) => {
        const left = [...now].filter(([id, each]) => !isOwn(each) || stored.has(id));
        return new Map(left.map(([id, each]) => [id, isOwn(each) ? saved : each] as const));
      });
      return { results, readBack: readAgain(queries, caseDetail).finally(drop) };
    } catch (error) {
      drop();
      // It may take long where the connection is lost.
      void readAgain(queries, caseDetail);
      throw error;
    }
  }

  return {
    groups,
    isPending: pending.size > 0,
    /** @param reopen asks again, with what was typed, after the service refused all of it */
    rule: (
      ruled: readonly [HitGroup, ...HitGroup[]],
      ruling: RulingVerdict,
      { goOn, reopen }: { readonly goOn: () => void; readonly reopen: (act: DialogAction) => void },
    ): DialogAction => {
      const act: DialogAction = {
        ...describeRuling(ruled, ruling, reasonsOf(queries, { domain, caseNo }, ruled, ruling)),
        run: (reason) => {
          const before = running.current;
          const sent = send(ruled, { ruling, reason }).then(
            async ({ results, readBack }) => {
              const refused = results.filter((result) => !result.ruled);
              if (refused.length > 0) showRefused(refused, ruled);
              if (refused.length === results.length) return false;
              await readBack;
              return true;
            },
            (error: unknown) => {
              showFailure(error);
              return false;
            },
          );
          running.current = Promise.all([sent, before]).then(([isRuled]) => {
            if (isRuled) return;
            keepDraft(draftPlace(act), reason);
            reopen(act);
          });
          goOn();
          return Promise.resolve();
        },
      };
      return act;
    },
  };
}

/** The alerts of the hits whose ruling the service has stored. */
function alertsOf(ruled: readonly HitGroup[], results: RuledHits): ReadonlySet<string> {
  const stored = new Set(results.filter((result) => result.ruled).map(({ alertId }) => alertId));
  return new Set(
    ruled
      .filter(({ lead }) => stored.has(lead.alertId))
      .flatMap(({ alerts }) => alerts.map(({ alertId }) => alertId)),
  );
}

function withPending(
  alert: SubjectHit,
  pending: PendingRulings,
  by: { readonly email: string; readonly caseNo: string },
): SubjectHit {
  const ruled = pending.get(alert.alertId);
  if (ruled === undefined) return alert;
  const { ruling, reason, isSaved } = ruled;
  const revision = (alert.ruling?.revision ?? 0) + 1;
  return {
    ...alert,
    ...(isSaved ? {} : { isSaving: true }),
    ruling: { ruling, reason, revision, caseNo: by.caseNo, ruledBy: by.email, ruledAt: Date.now() },
    resolution: ruling === 'UNDECIDED' ? null : ruling,
  };
}

/** Without an answer nobody knows whether it was stored. */
function showFailure(error: unknown): void {
  const title = text(error instanceof Refused ? 'hits.notApplied' : 'hits.notConfirmed');
  notifications.show({ color: 'red', title, message: describeError(error), autoClose: 10_000 });
}

async function readAgain(queries: QueryClient, { domain, caseNo }: CaseKey): Promise<void> {
  void queries.invalidateQueries({ queryKey: ['cases'] });
  await queries.invalidateQueries({ queryKey: ['case', domain, caseNo] });
}

function showRefused(refused: RuledHits, ruled: readonly HitGroup[]): void {
  const named = refused.slice(0, maxNamed).map(({ alertId, refusal, refusalPhrases }) => {
    const name = ruled.find(({ lead }) => lead.alertId === alertId)!.lead.name;
    return text('entities.labelled', { name, value: phraseText(refusalPhrases, refusal!) });
  });
  const more = refused.length - named.length;
  notifications.show({
    color: 'red',
    title: text('hits.notRuled', { count: refused.length }),
    message: sentenceOf(
      clausesText([...named, ...(more > 0 ? [text('hits.moreRefusals', { count: more })] : [])]),
    ),
    autoClose: 15_000,
  });
}

type Described = Omit<DialogAction, 'run'>;

function describeRuling(
  ruled: readonly [HitGroup, ...HitGroup[]],
  ruling: RulingVerdict,
  suggestions: readonly string[],
): Described {
  const [first] = ruled;
  const said = text(`hits.ruling-${ruling}`);
  const common = { needsReason: true, suggestions, confirm: said };
  if (ruled.length === 1) {
    return {
      ...common,
      title: text('hits.roleName', { role: said, name: first.lead.name }),
      effect: effectOfRuling([first.lead, ...first.otherEntries], ruling),
    };
  }
  const entries = ruled.reduce((count, { otherEntries }) => count + 1 + otherEntries.length, 0);
  const suppression = ruling === 'FALSE_POSITIVE' ? ` ${text('hits.setSuppression')}` : '';
  return {
    ...common,
    title: text('hits.setTitle', { ruling: said, count: ruled.length }),
    effect: `${text('hits.setEffect', { hits: ruled.length, entries })}${suppression}`,
    preview: <CoveredHits groups={ruled} />,
  };
}

/** What a ruling on many hits covers: names, lists, what contradicts, and rulings that it replaces. */
function CoveredHits({ groups }: { readonly groups: readonly HitGroup[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <ol className="gh-covered gh-panel" aria-label={text('hits.setPreview')} tabIndex={0}>
      {groups.map((group) => (
        <li key={group.lead.alertId}>
          <bdi>{group.lead.name}</bdi> <span className="gh-dim">{coveredFacts(group).join(' · ')}</span>
        </li>
      ))}
    </ol>
  );
}

function coveredFacts({ lead, otherEntries, verdicts }: HitGroup): readonly string[] {
  const entries = [lead, ...otherEntries];
  const why = comparedFacts
    .filter((fact) => verdicts[fact] === 'contradict' || (fact !== 'name' && verdicts[fact] === 'agree'))
    .map((fact) => {
      const listed = entries.find((entry) => entry.listed[fact] !== undefined)?.listed[fact];
      const values = {
        fact: text(`hits.column-${fact}`),
        verdict: text(`hits.verdict-${verdicts[fact]}`),
      };
      return listed === undefined
        ? text('hits.factVerdict', values)
        : text('hits.factVerdictListed', { ...values, listed: listedText(fact, listed) });
    });
  return [
    text('hits.forSubject', { subject: subjectLabel(lead.subject) }),
    listText(entries.map(entryTitle)),
    ...why,
    ...knownRuling(entries),
  ];
}

/** What this would replace: a ruling that is on its way may still be refused. */
function knownRuling(entries: readonly SubjectHit[]): readonly string[] {
  const known = entries.find(({ isSaving }) => isSaving) ?? entries.find(({ ruling }) => ruling !== null);
  if (!known?.ruling) return [];
  const { ruling, ruledBy } = known.ruling;
  if (known.isSaving) return [text(`hits.soon-${ruling}`)];
  return [text(`hits.now-${ruling}`, { by: personName(ruledBy) })];
}

/** In the words of the service, which are kept with the ruling: it refuses one that a hit contradicts. */
const reasonsOfRecord = {
  undecided: 'More information is needed',
  birth: 'Another date of birth',
  gender: 'Another gender',
  country: 'Another country',
} as const;

/**
 * Reasons that every entry of every hit bears out. Of a single hit as the service words them, once it is read; else what
 * their verdicts have in common.
 */
function reasonsOf(
  queries: QueryClient,
  caseKey: CaseKey,
  ruled: readonly HitGroup[],
  ruling: RulingVerdict,
): readonly string[] {
  const [group] = ruled;
  if (ruled.length === 1) {
    const entries = [group!.lead, ...group!.otherEntries];
    const known = entries.map(
      ({ alertId }) => queries.getQueryData(hitQuery(caseKey, alertId).queryKey)?.reasons[ruling],
    );
    const [first, ...others] = known;
    if (first !== undefined && others.every((reasons) => reasons !== undefined))
      return first.filter((reason) => others.every((reasons) => reasons!.includes(reason)));
  }
  if (ruling === 'UNDECIDED') return [reasonsOfRecord.undecided];
  if (ruling === 'TRUE_MATCH') return [];
  const entries = ruled.flatMap(({ lead, otherEntries }) => [lead, ...otherEntries]);
  if (entries.some(({ verdicts }) => verdicts.identifiers === 'agree')) return [];
  return (['birth', 'gender', 'country'] as const)
    .filter((fact) => entries.every(({ verdicts }) => verdicts[fact] === 'contradict'))
    .map((fact) => reasonsOfRecord[fact]);
}

/** What a ruling is saved for: the subject, and each list entry of the entity. */
function effectOfRuling(alerts: readonly [SubjectHit, ...SubjectHit[]], ruling: RulingVerdict): string {
  const isFalse = ruling === 'FALSE_POSITIVE';
  const subject = subjectLabel(alerts[0].subject);
  if (alerts.length === 1) return text(isFalse ? 'hits.effectSuppressed' : 'hits.effect', { subject });
  return text(isFalse ? 'hits.effectEntriesSuppressed' : 'hits.effectEntries', {
    subject,
    number: alerts.length,
    entries: listText(alerts.map(entryTitle)),
  });
}
