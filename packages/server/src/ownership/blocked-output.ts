import type { Regime } from '@gatehouse/contract';
import { blockedReasons } from './blocked-reasons.ts';
import type { StoredStructure } from './ownership-output.ts';
import type { RegimeAnswer } from './regime-answer.ts';

/** The output of a `blocked-ownership` node: a word for each regime, then the same for all, with reasons. */
export function blockedOutput(
  answers: readonly RegimeAnswer[],
  { names, unscreened }: { readonly names: StoredStructure['names']; readonly unscreened: readonly string[] },
): Record<string, unknown> {
  const statusOf = (regime: Regime) => answers.find((answer) => answer.regime === regime)?.status ?? '';
  const worst = (['blocked', 'possibly', 'clear'] as const).find((status) =>
    answers.some((answer) => answer.status === status),
  );
  const nameOf = (id: string) => names[id] ?? 'the customer';
  return {
    ofac: statusOf('OFAC'),
    eu: statusOf('EU'),
    uk: statusOf('UK'),
    status: worst,
    blocked: worst === 'blocked',
    clear: worst === 'clear',
    answers: answers.map((answer) => answerView(answer, nameOf)),
    reasons: answers.flatMap((answer) => blockedReasons(answer, nameOf)),
    unscreened: unscreened.map(nameOf),
  };
}

function answerView({ regime, status, answer, gaps }: RegimeAnswer, nameOf: (id: string) => string) {
  return {
    regime,
    status,
    gaps,
    ...(answer && {
      percentAtLeast: answer.percent.atLeast,
      percentAtMost: answer.percent.atMost,
      rule: { validFrom: answer.rule.validFrom, sources: answer.rule.sources.map(({ url }) => url) },
      steps: answer.steps.map(({ companyId, by, percent, holderIds }) => ({
        company: nameOf(companyId),
        by,
        percent,
        holders: holderIds.map(nameOf),
      })),
    }),
  };
}
