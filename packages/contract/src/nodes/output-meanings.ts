import type { NodeType } from './index.ts';

type Meanings = Readonly<Record<string, string>>;

const ownershipMeanings: Meanings = {
  parties: 'Everybody stated, the largest share first.',
  owners: 'Those who hold a share.',
  beneficialOwners: 'Beneficial owners that are certain.',
  possibleBeneficialOwners: 'Those who would be beneficial owners only with shares that nobody stated.',
  controllers: 'Those who control the company by other means than shares.',
  directors: 'Those who have an office in the company.',
  companies: 'Companies of the structure.',
  layers: 'Number of layers above the customer.',
  unknownPercent: 'The share of the customer of which no holder is known, in percent.',
  findings: 'What is wrong with the statements, and where lists state otherwise, as texts.',
  relations: 'What lists state of the parties; empty without `listRelations`.',
  unresolvedRelations: 'Relations of lists whose other end is no single entry of its list.',
  changes: 'What the customer stated otherwise before.',
  comparedWith: 'ID of the execution that `changes` compares with; empty without one.',
  comparedAt: 'When that execution’s structure was stated; empty without one.',
  structure: 'The structure for a `blocked-ownership` node.',
};

/** What each output of a node holds, in a sentence, by type of node and field. */
export const outputMeanings: Readonly<Record<NodeType, Meanings>> = {
  screening: {
    hits: 'Number of hits, without those that rulings suppress.',
    silencedHits: 'Number of hits that rulings suppress.',
    topScore: 'Highest score of the hits, 0 to 1; 0 without a hit.',
    entityIds: 'IDs of the list entries that were hit.',
    sources: 'Lists that have a hit.',
    categories: 'Categories of the hits, such as `sanctions` and `pep`.',
    invalidIdentifiers: 'Identifiers of the subject that are malformed, or whose check digit is wrong.',
    exceededHitLimits:
      'Subject and engine of which more entries matched than are kept; empty where every hit is kept.',
    screened: 'What was screened and hit, for a `blocked-ownership` node.',
  },
  'risk-score': {
    score: 'The sum of `base` and the points of the rules that apply, kept within 0 and 100.',
    reasons: 'The reasons of the rules that apply, in their order.',
  },
  ownership: ownershipMeanings,
  'ownership-structure': ownershipMeanings,
  'blocked-ownership': {
    ofac: '`blocked`, `possibly` or `clear` under OFAC; empty where `regimes` leaves it out.',
    eu: 'The same under the EU.',
    uk: 'The same under the UK.',
    status: 'The worst of the regimes.',
    blocked: 'Whether `status` is `blocked`.',
    clear: 'Whether `status` is `clear`.',
    answers: 'For each regime its shares, gaps, rule with sources, and the steps back to listed parties.',
    reasons: 'The same in sentences.',
    unscreened: 'Names of parties that no named screening screened, or whose hits were not all kept.',
    relations: 'What lists state of these parties.',
    unresolvedRelations: 'Relations of lists whose other end is no single entry of its list.',
    findings: 'Where a list and the customer state different shares.',
  },
  branch: {},
  webhook: {
    httpStatus: 'HTTP status of the last answer; null when nothing was answered.',
  },
  wait: {},
  particulars: { fields: 'What the person stated, by field.' },
  'required-forms': {
    forms: 'What the person stated, by form and field; a list of entries where the form is repeatable.',
  },
  documents: {
    documents: 'Each document with its type, its fields as read and confirmed, contradictions and files.',
    count: 'Number of documents.',
    findings: 'What speaks against the documents.',
    unchecked: 'What could not be checked.',
  },
  'phone-verification': {
    phoneNumber: 'The number that the code was sent to.',
    verifiedAt: 'When the code was entered, in milliseconds since 1970.',
  },
  'email-verification': {
    email: 'The address that the code was sent to.',
    verifiedAt: 'When the code was entered, in milliseconds since 1970.',
  },
  'review-and-submit': {
    consentVersion: 'Version of the consent text that the person accepted.',
    submittedAt: 'When the person submitted, in milliseconds since 1970.',
  },
  decision: {},
};
