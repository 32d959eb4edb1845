import type { Regime } from '@gatehouse/contract';
import { blockedReasons, type NameOf, type SourceOf } from './blocked-reasons.ts';
import type { JoinedStructure } from './list-relations.ts';
import type { RegimeAnswer } from './regime-answer.ts';
import { relationViews } from './relation-views.ts';

/** The output of a `blocked-ownership` node: a word for each regime, then the same for all, with reasons. */
export function blockedOutput(
  answers: readonly RegimeAnswer[],
  {
    joined,
    unscreened,
  }: { readonly joined?: JoinedStructure | undefined; readonly unscreened: readonly string[] },
): Record<string, unknown> {
  const statusOf = (regime: Regime) => answers.find((answer) => answer.regime === regime)?.status ?? '';
  const worst = (['blocked', 'possibly', 'clear'] as const).find((status) =>
    answers.some((answer) => answer.status === status),
  );
  const nameOf = (id: string) => joined?.names[id] ?? 'the customer';
  const sourceOf = sourcesOf(joined);
  return {
    ofac: statusOf('OFAC'),
    eu: statusOf('EU'),
    uk: statusOf('UK'),
    status: worst,
    blocked: worst === 'blocked',
    clear: worst === 'clear',
    answers: answers.map((answer) => answerView(answer, nameOf, sourceOf)),
    reasons: answers.flatMap((answer) => blockedReasons(answer, nameOf, sourceOf)),
    unscreened: unscreened.map(nameOf),
    ...relationViews(joined),
    findings: joined?.findings ?? [],
  };
}

/** The list whose share, link or control a step counts. */
function sourcesOf(joined: JoinedStructure | undefined): SourceOf {
  const links = new Map<string, string>();
  for (const { from, to, source, counts } of joined?.relations ?? []) {
    const key = JSON.stringify([from, to]);
    if (counts === 'link' && !links.has(key)) links.set(key, source);
  }
  return (holderId, { companyId, by }) => {
    switch (by) {
      case 'control':
        return joined?.controlSource(holderId, companyId);
      case 'link':
        return links.get(JSON.stringify([holderId, companyId]));
      case 'votes':
        return joined?.shareSource({ holderId, companyId, figure: 'votes' });
      case 'shares':
      case 'undisclosed':
        return joined?.shareSource({ holderId, companyId, figure: 'shares' });
    }
  };
}

function answerView({ regime, status, answer, gaps }: RegimeAnswer, nameOf: NameOf, sourceOf: SourceOf) {
  return {
    regime,
    status,
    gaps,
    ...(answer && {
      percentAtLeast: answer.percent.atLeast,
      percentAtMost: answer.percent.atMost,
      rule: { validFrom: answer.rule.validFrom, sources: answer.rule.sources.map(({ url }) => url) },
      steps: answer.steps.map((step) => ({
        company: nameOf(step.companyId),
        by: step.by,
        percent: step.percent,
        holders: step.holderIds.map(nameOf),
        // In the order of the holders; `stated`: the structure states it.
        sources: step.holderIds.map((holderId) => sourceOf(holderId, step) ?? 'stated'),
      })),
    }),
  };
}
