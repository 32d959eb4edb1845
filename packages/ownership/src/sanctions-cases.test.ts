import { describe, expect, it } from 'vitest';
import { blockedOwnership } from './blocked.ts';
import { buildGraph } from './graph.ts';
import { regimeRules, ruleOn } from './regimes.ts';
import { type SanctionsCase, sanctionsCases } from './sanctions-cases.fixture.ts';

const people = new Set(['x', 'y', 'z']);

/** Fills each company up to the whole with an owner of its own who is not listed. */
function answerTo(given: SanctionsCase) {
  const companies = [...new Set(given.holdings.map(([, company]) => company))];
  const rest = companies.map((company) => {
    const stated = given.holdings.filter(([, held]) => held === company);
    return [
      `rest of ${company}`,
      company,
      100 - stated.reduce((sum, [, , part]) => sum + Number(part), 0),
    ] as const;
  });
  const holdings = [...given.holdings, ...rest].map(([holderId, companyId, shares]) => ({
    holderId,
    companyId,
    shares,
  }));
  const ids = [...new Set(holdings.flatMap(({ holderId, companyId }) => [holderId, companyId]))];
  const { graph, findings } = buildGraph({
    parties: ids.map((id) => ({ id, kind: people.has(id) || id.startsWith('rest') ? 'person' : 'company' })),
    holdings,
    controls: given.controls ?? [],
    jointArrangements: given.jointArrangements ?? [],
  });
  expect(findings).toEqual([]);
  return blockedOwnership(graph, {
    companyId: given.asked,
    rule: ruleOn(given.regime, given.day)!,
    designations: given.listed.map((partyId) => ({ partyId, regime: given.regime, certainty: 'listed' })),
  });
}

describe('blocked ownership', () => {
  it.each(sanctionsCases.map((given) => [`${given.regime}, ${given.title}`, given] as const))(
    '%s',
    (_title, given) => {
      expect(answerTo(given).status).toBe(given.status);
    },
  );

  it('tells the way back to the listed parties', () => {
    const example2 = sanctionsCases.find(({ title }) => title.startsWith('example 2'))!;
    expect(answerTo(example2)).toMatchObject({
      percent: { atLeast: 50, atMost: 50 },
      steps: [
        { companyId: 'c', by: 'shares', percent: 50, knownPercent: 50, holderIds: ['a', 'b'] },
        { companyId: 'a', by: 'shares', percent: 50, knownPercent: 50, holderIds: ['x'] },
        { companyId: 'b', by: 'shares', percent: 50, knownPercent: 50, holderIds: ['x'] },
      ],
    });
  });

  it('says beside a clear answer what people should know', () => {
    const controlled = sanctionsCases.find(({ source }) => source.endsWith('398'))!;
    expect(answerTo(controlled).cautions).toEqual([{ kind: 'controlled-by-listed', partyId: 'x' }]);
    const together = sanctionsCases.find(({ title }) => title.startsWith('two listed people are not'))!;
    expect(answerTo(together).cautions).toEqual([{ kind: 'together-above', percent: 100 }]);
  });

  it('has one row at most for a regime and a day, each with its source', () => {
    for (const rule of regimeRules) {
      expect(ruleOn(rule.regime, rule.validFrom)).toBe(rule);
      expect(ruleOn(rule.regime, rule.validTo ?? '2999-12-31')).toBe(rule);
      expect(rule.sources.length).toBeGreaterThan(0);
    }
    expect(ruleOn('OFAC', '2014-08-12')).toBeUndefined();
  });
});
