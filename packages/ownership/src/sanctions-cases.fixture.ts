import type { Regime } from '@gatehouse/contract';
import type { Control, JointArrangement, Share } from './structure.ts';

/** A case of an authority, as data: the facts in our own words, what it answers, and where it stands. */
export interface SanctionsCase {
  readonly title: string;
  readonly regime: Regime;
  readonly day: string;
  /** `x` and `y` are listed where `listed` names them; the rest are companies or other people. */
  readonly listed: readonly string[];
  /** Holder, company, percent. What is not stated is held by people who are not listed. */
  readonly holdings: readonly (readonly [string, string, Share])[];
  readonly controls?: readonly Control[];
  readonly jointArrangements?: readonly JointArrangement[];
  readonly asked: string;
  readonly status: 'blocked' | 'possibly' | 'clear';
  readonly source: string;
}

const ofac = { regime: 'OFAC', day: '2026-01-01' } as const;
const faq = (number: number) => `https://ofac.treasury.gov/faqs/${number}`;

/** OFAC's own examples, as far as their text could be had: 399, and the first three and one more of 401. */
const ofacCases: readonly SanctionsCase[] = [
  {
    ...ofac,
    title: 'two listed people with a quarter each are added',
    listed: ['x', 'y'],
    holdings: [
      ['x', 'a', 25],
      ['y', 'a', 25],
    ],
    asked: 'a',
    status: 'blocked',
    source: faq(399),
  },
  {
    ...ofac,
    title: 'example 1: half of a company that has half of another',
    listed: ['x'],
    holdings: [
      ['x', 'a', 50],
      ['a', 'b', 50],
    ],
    asked: 'b',
    status: 'blocked',
    source: faq(401),
  },
  {
    ...ofac,
    title: 'example 2: half of two companies that have a quarter each',
    listed: ['x'],
    holdings: [
      ['x', 'a', 50],
      ['x', 'b', 50],
      ['a', 'c', 25],
      ['b', 'c', 25],
    ],
    asked: 'c',
    status: 'blocked',
    source: faq(401),
  },
  {
    ...ofac,
    title: 'example 3: a direct tenth and two fifths through an owned company',
    listed: ['x'],
    holdings: [
      ['x', 'a', 50],
      ['x', 'b', 10],
      ['a', 'b', 40],
    ],
    asked: 'b',
    status: 'blocked',
    source: faq(401),
  },
  {
    ...ofac,
    title: 'a quarter of two companies that have half each: nothing is held through them',
    listed: ['x'],
    holdings: [
      ['x', 'a', 25],
      ['x', 'b', 25],
      ['a', 'c', 50],
      ['b', 'c', 50],
    ],
    asked: 'c',
    status: 'clear',
    source: faq(401),
  },
  {
    ...ofac,
    title: 'by its definition: a minority company adds nothing, whatever multiplication gives',
    listed: ['x'],
    holdings: [
      ['x', 'a', 40],
      ['a', 'b', 100],
      ['x', 'b', 0],
    ],
    asked: 'b',
    status: 'clear',
    source: faq(401),
  },
  {
    ...ofac,
    title: 'control without half of the shares does not block',
    listed: ['x'],
    holdings: [['x', 'a', 49]],
    controls: [{ holderId: 'x', companyId: 'a', means: 'dominant-influence' }],
    asked: 'a',
    status: 'clear',
    source: faq(398),
  },
  {
    ...ofac,
    title: 'after a sale that leaves less than half',
    listed: ['x', 'y'],
    holdings: [
      ['x', 'a', 25],
      ['y', 'a', 24.9],
    ],
    asked: 'a',
    status: 'clear',
    source: faq(402),
  },
];

const euNow = { regime: 'EU', day: '2024-07-03' } as const;
const euBefore = { regime: 'EU', day: '2024-07-02' } as const;
const bestPractices =
  'https://dlapiper.com/en/pt-br/insights/publications/2024/08/changes-to-the-eu-sanctions-best-practices';
const commissionFaq =
  'https://api.respectus.eu/docs/b-consolidated-faqs-on-the-implementation-of-council-regulation-no-8332014-and-council-regulation-no-2692014';
const half = [['x', 'a', 50]] as const;

const euCases: readonly SanctionsCase[] = [
  {
    ...euBefore,
    title: 'question 8 of the FAQ: 30 % and 25 % of two listed people are added',
    listed: ['x', 'y'],
    holdings: [
      ['x', 'a', 30],
      ['y', 'a', 25],
    ],
    asked: 'a',
    status: 'blocked',
    source: commissionFaq,
  },
  {
    ...euBefore,
    title: 'exactly half is not more than half, as it was asked until 2 July 2024',
    listed: ['x'],
    holdings: half,
    asked: 'a',
    status: 'clear',
    source: commissionFaq,
  },
  {
    ...euNow,
    title: 'exactly half is enough since 3 July 2024',
    listed: ['x'],
    holdings: half,
    asked: 'a',
    status: 'blocked',
    source: bestPractices,
  },
  {
    ...euNow,
    title: 'shares are added whether or not their holders act together',
    listed: ['x', 'y'],
    holdings: [
      ['x', 'a', 20],
      ['y', 'a', 30],
    ],
    asked: 'a',
    status: 'blocked',
    source: bestPractices,
  },
  {
    ...euNow,
    title: 'control is enough',
    listed: ['x'],
    holdings: [['x', 'a', 1]],
    controls: [{ holderId: 'x', companyId: 'a', means: 'appoints-board-majority' }],
    asked: 'a',
    status: 'blocked',
    source: bestPractices,
  },
  {
    ...euNow,
    title: 'multiplied shares of half through a minority company are left to people',
    listed: ['x'],
    holdings: [
      ['x', 'a', 45],
      ['a', 'b', 80],
      ['x', 'b', 14],
    ],
    asked: 'b',
    status: 'possibly',
    source: bestPractices,
  },
];

const uk = { regime: 'UK', day: '2026-01-01' } as const;
const regulation7 = 'https://www.legislation.gov.uk/uksi/2019/855/regulation/7';
const schedule1 = 'https://www.legislation.gov.uk/uksi/2019/855/schedules/made';

const ukCases: readonly SanctionsCase[] = [
  {
    ...uk,
    title: 'more than half of the shares',
    listed: ['x'],
    holdings: [['x', 'a', 50.1]],
    asked: 'a',
    status: 'blocked',
    source: regulation7,
  },
  {
    ...uk,
    title: 'exactly half is not more than half',
    listed: ['x'],
    holdings: half,
    asked: 'a',
    status: 'clear',
    source: regulation7,
  },
  {
    ...uk,
    title: 'the right to appoint or remove most of the board',
    listed: ['x'],
    holdings: [['x', 'a', 10]],
    controls: [{ holderId: 'x', companyId: 'a', means: 'appoints-board-majority' }],
    asked: 'a',
    status: 'blocked',
    source: regulation7,
  },
  {
    ...uk,
    title: 'two listed people are not simply added',
    listed: ['x', 'y'],
    holdings: [
      ['x', 'a', 50],
      ['y', 'a', 50],
    ],
    asked: 'a',
    status: 'clear',
    source: 'https://natlawreview.com/article/uk-russian-sanctions-updated-guidance-ownership-and-control',
  },
  {
    ...uk,
    title: 'paragraph 3: shares under a joint arrangement count for each of its parties',
    listed: ['x'],
    holdings: [
      ['x', 'a', 30],
      ['z', 'a', 30],
    ],
    jointArrangements: [{ companyId: 'a', holderIds: ['x', 'z'] }],
    asked: 'a',
    status: 'blocked',
    source: schedule1,
  },
];

export const sanctionsCases: readonly SanctionsCase[] = [...ofacCases, ...euCases, ...ukCases];
