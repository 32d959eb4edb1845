import type { Regime } from '@gatehouse/contract';

/**
 * When a company counts as blocked, or its assets as frozen, because of who owns or controls it: one row for each regime
 * and time. Only the UK's row is legislation. OFAC's is its guidance, and the EU's is guidance that binds nobody.
 * Statements in our own words; docs/ownership.md says what they leave out.
 */

export const regimes = ['OFAC', 'EU', 'UK'] as const satisfies readonly Regime[];

export interface RegimeRule {
  readonly regime: Regime;
  /** First and last day on which the row applies, as `YYYY-MM-DD`; null: until further notice. */
  readonly validFrom: string;
  readonly validTo: string | null;
  /** The share of a company that makes it owned, in percent; inclusive: exactly so much is enough. */
  readonly threshold: { readonly percent: number; readonly isInclusive: boolean };
  /** `all`: shares of all listed parties are added. `jointly`: of those who act together by arrangement, each holds all. */
  readonly adds: 'all' | 'jointly';
  /** What is counted in a company; each on its own has to reach the threshold. */
  readonly counts: readonly ('shares' | 'votes')[];
  /** `blocks`: control by other means is enough. `caution`: it is reported beside the answer. */
  readonly control: 'blocks' | 'caution';
  /**
   * What shares count that a listed party holds through a company which is itself not owned by listed parties: none, or,
   * where the authority does not say or we did not read its text, they make the answer "possibly" once they reach the
   * threshold by multiplication.
   */
  readonly minorityChains: 'none' | 'possibly';
  readonly sources: readonly { readonly title: string; readonly url: string }[];
}

const commissionFaq = {
  title:
    'Commission, FAQs on Regulations 833/2014 and 269/2014, B, questions 1 and 8 (8 April 2022), not binding, a copy',
  url: 'https://api.respectus.eu/docs/b-consolidated-faqs-on-the-implementation-of-council-regulation-no-8332014-and-council-regulation-no-2692014',
};

export const regimeRules: readonly RegimeRule[] = [
  {
    regime: 'OFAC',
    validFrom: '2014-08-13',
    validTo: null,
    threshold: { percent: 50, isInclusive: true },
    adds: 'all',
    counts: ['shares'],
    control: 'caution',
    minorityChains: 'none',
    sources: [
      {
        title: 'OFAC FAQ 398: the 50 Percent Rule is about ownership, not control',
        url: 'https://ofac.treasury.gov/faqs/398',
      },
      { title: 'OFAC FAQ 399: shares are added', url: 'https://ofac.treasury.gov/faqs/399' },
      { title: 'OFAC FAQ 400: blocked people who act for others', url: 'https://ofac.treasury.gov/faqs/400' },
      { title: 'OFAC FAQ 401: what "indirectly" means', url: 'https://ofac.treasury.gov/faqs/401' },
      { title: 'OFAC FAQ 402: after a divestment', url: 'https://ofac.treasury.gov/faqs/402' },
    ],
  },
  {
    regime: 'EU',
    validFrom: '2022-04-08',
    validTo: '2024-07-02',
    threshold: { percent: 50, isInclusive: false },
    adds: 'all',
    counts: ['shares', 'votes'],
    control: 'blocks',
    minorityChains: 'possibly',
    sources: [commissionFaq],
  },
  {
    regime: 'EU',
    validFrom: '2024-07-03',
    validTo: null,
    threshold: { percent: 50, isInclusive: true },
    adds: 'all',
    counts: ['shares', 'votes'],
    control: 'blocks',
    minorityChains: 'possibly',
    sources: [
      {
        title:
          'Council, EU Best Practices for the effective implementation of restrictive measures (3 July 2024), not binding, as reported',
        url: 'https://dlapiper.com/en/pt-br/insights/publications/2024/08/changes-to-the-eu-sanctions-best-practices',
      },
      commissionFaq,
    ],
  },
  {
    regime: 'UK',
    validFrom: '2020-12-31',
    validTo: null,
    threshold: { percent: 50, isInclusive: false },
    adds: 'jointly',
    counts: ['shares', 'votes'],
    control: 'blocks',
    // Paragraph 9 of Schedule 1 says what "indirectly" means. It was not read.
    minorityChains: 'possibly',
    sources: [
      {
        title: 'The Russia (Sanctions) (EU Exit) Regulations 2019, regulation 7',
        url: 'https://www.legislation.gov.uk/uksi/2019/855/regulation/7',
      },
      {
        title:
          'The same Regulations, Schedule 1, paragraphs 2 to 5: joint interests, joint arrangements, shares, voting rights',
        url: 'https://www.legislation.gov.uk/uksi/2019/855/schedules/made',
      },
    ],
  },
];

/** The rule of a regime on a day, `YYYY-MM-DD`; undefined: no row covers the day. */
export function ruleOn(regime: Regime, day: string): RegimeRule | undefined {
  return regimeRules.find(
    (rule) =>
      rule.regime === regime && rule.validFrom <= day && (rule.validTo === null || day <= rule.validTo),
  );
}
