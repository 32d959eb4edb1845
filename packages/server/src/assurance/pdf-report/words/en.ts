import { enAlterations } from '@gatehouse/contract/alterations/en';
/** Every word of the PDF of a test of screening that is no data, in English; the other languages are tables of this form. */
export const english = {
  title: (engine: string) => `Screening test report: ${engine}`,
  description: (of: { readonly engine: string; readonly sha256: string }) =>
    `Test of screening with ${of.engine}; SHA-256 of report.json ${of.sha256}`,
  kicker: 'Screening test report',
  subject: (engine: string) => `Test of screening: ${engine}`,
  footer: (sha256: string) => `SHA-256 of report.json: ${sha256}`,
  sections: {
    tested: 'What was tested',
    method: 'How it was tested',
    figures: 'Main figures',
    byFact: 'Recall by tested fact',
    byList: 'Recall by list and type of entity',
    byWay: 'Recall by kind of alteration',
    lowest: 'Lowest recall',
    alerts: 'Alerts of control records',
    threshold: 'Threshold',
    below: 'Below the threshold',
    missed: 'Missed records',
    limits: 'What this report does not show',
    demands: 'What supervisors ask for',
    verify: 'How to verify this report',
  },
  facts: {
    engine: 'Engine',
    defaults: 'Defaults of the engine',
    settings: 'Settings',
    settingsFrom: 'Settings from',
    workflow: (of: { readonly workflow: string; readonly version: string; readonly node: string }) =>
      `Workflow ${of.workflow}, version ${of.version}, node ${of.node}`,
    chosen: 'Chosen for this test',
    minScore: 'Score needed for a hit',
    minNameScore: 'Name score needed',
    exactOnly: 'Exact names only',
    weakAliases: 'Weak aliases',
    weak: { all: 'As other names', exact: 'Exact match only', none: 'Not searched' },
    maxHits: 'Most hits of a record',
    listed: 'Records that should hit',
    clean: 'Control records',
    seed: 'Seed',
    file: 'Test pack (SHA-256)',
    gatehouse: 'Gatehouse version',
    engineVersion: 'Engine version',
    runtime: 'Node.js and Unicode',
    time: 'Time of the test',
    timeAttested: 'In attestation.json',
    timeUnknown: 'Not recorded',
    hash: 'report.json (SHA-256)',
  },
  result: {
    title: 'Result',
    exact: (share: string) => `Records as the lists publish them: ${share} found`,
    altered: (share: string) => `Altered records: ${share} found`,
    own: (share: string) => `Records that should hit: ${share} found`,
    alerts: (share: string) => `Control records: ${share} alerted`,
    none: 'no records',
    share: (of: {
      readonly percent: string;
      readonly count: string;
      readonly of: string;
      readonly lower: string;
      readonly upper: string;
    }) => `${of.percent} (${of.count} of ${of.of}; 95% confidence: ${of.lower} to ${of.upper})`,
    noJudgement:
      'This report states measurements. It does not say whether they are enough for the risks of an institution.',
  },
  columns: {
    measure: 'Measure',
    list: 'List',
    source: 'ID',
    version: 'Version',
    type: 'Type',
    fact: 'Tested fact',
    way: 'Alteration',
    recall: 'Recall',
    alertRate: 'Alert rate',
    bounds: '95% confidence',
    records: 'Records',
    available: 'In the list',
    tested: 'Tested',
    sameName: 'Same name',
    threshold: 'Threshold',
    reason: 'Reason',
    meaning: 'Meaning',
    count: 'Records',
    published: 'Published',
    screened: 'Screened',
    score: 'Nearest score',
    who: 'Who',
    asked: 'What is asked',
    part: 'Part of this report',
    read: 'Rests on',
  },
  bounds: (of: { readonly lower: string; readonly upper: string }) => `${of.lower} to ${of.upper}`,
  countOf: (of: { readonly count: string; readonly of: string }) => `${of.count} of ${of.of}`,
  measures: {
    exact: 'Found, as published',
    altered: 'Found, altered',
    alteredStrong: 'Found, altered, without weak aliases',
    own: 'Found, own test pack',
    first: 'Found entries in first place',
    firstFive: 'Found entries among the first five',
    alerts: 'Alerts of control records',
  },
  method: {
    pack: 'Four of five records are made from entries of the active lists, up to one of five is a control record. The seed decides which entries: the same lists, seed, number of records and version of Gatehouse give the same records.',
    own: 'The records and their expected outcomes come from a file of the institution. The file is identified by its SHA-256.',
    equal:
      'Each list, type of entity and tested fact has the same number of records, as far as the list has enough. Small lists count as much as large ones, so totals are no forecast for customers of an institution.',
    ways: 'One of five records from a list is screened as the list publishes it. The others are altered in the ways that this report names.',
    found:
      'A record counts as found where its own list entry is among the hits. A hit on another entry does not count.',
    clean:
      'Control records are made-up people, companies and vessels on no list. Some have the very name of an entry, as some customers do. Alerts on these are part of the alert rate. How many alerts are on the very name is counted in a column of its own.',
    customers:
      'Control records are a sample of the institution’s own customers, drawn by the seed. Whether some of them are listed, nobody knows before they are screened.',
    interval:
      'Each share has the bounds between which the true share lies with 95% confidence (Wilson score interval). They take the records as independent. Where the coverage shows more tests than facts, the same fact was tested several times, and the true bounds are wider.',
    apart: 'The test creates no customer and no case, and sends nothing to others.',
    terms: {
      title: 'Terms',
      recall: 'Share of the records made from list entries that were found',
      alertRate: 'Share of the control records that had a hit',
      score:
        'How alike a record and a list entry are, from 0 to 1, by name and by the other facts that both have',
      nameScore: 'The same by the names alone',
      weak: 'Alias that the publisher of the list calls weak or of low quality',
      identifier: 'Number of a document, a registration, a vessel, an aircraft or a bank',
      wallet: 'Address of crypto-assets',
      seed: 'Number that decides which entries are drawn and how each is altered',
      nameScoreTitle: 'Name score',
    },
    coverage: 'Coverage',
    coverageNote:
      'How many facts of each kind the lists have, and how many records tested them. One name may be tested in several alterations.',
  },
  figuresNote: 'Shares of found entries by place count the found ones alone.',
  lowestNote: (count: string) =>
    `Combinations of list, type, fact and alteration with at least ${count} records, the lowest recall first. figures.csv has all.`,
  noLowest: (count: string) =>
    `No combination of list, type, fact and alteration below 100% has ${count} records or more. figures.csv has all.`,
  listsNote: 'A version is the publisher’s date, where its file states one, and a hash of the file.',
  wayNote: 'figures.csv has the codes of alterations. The documentation of Gatehouse explains each.',
  weakNote: {
    exact:
      'These settings accept a weak alias only with the same words. Weak aliases with altered words are mostly missed.',
    none: 'Weak aliases are missed by these settings, which do not search them.',
    counted: 'The tables of recall count them, save where they say otherwise.',
    leftOut: 'Weak aliases are left out here.',
  },
  lowestBounds: 'Of many small groups some have a low recall by chance: read the bounds.',
  noAlerts: 'The test pack has no records that should find nothing.',
  threshold: {
    workingPoint: (of: { readonly score: string; readonly recall: string; readonly alertRate: string }) =>
      `Working point: score ${of.score}, recall ${of.recall}, alert rate ${of.alertRate}`,
    note: 'The curve applies a threshold to the final score alone. The working point comes from screening with the settings themselves, which may ask for more, such as an exact name.',
    point: 'Score needed',
  },
  below: {
    note: 'Customers of the institution beside list entries that the settings do not find, by score. Of each band a sample was drawn by the seed. The console shows the score of a pair only once somebody has ruled on it.',
    open: 'Not every band has a ruling yet, so there is no estimate.',
    estimate: (of: {
      readonly customers: string;
      readonly count: string;
      readonly lower: string;
      readonly upper: string;
    }) =>
      `Matches that the settings miss among ${of.customers} customers, estimated: ${of.count} (${of.lower} to ${of.upper}). The bounds add up those of all bands, each with 95% confidence.`,
    none: 'No customer is beside an entry that scores 0.50 or more and that the settings do not find.',
    columns: {
      band: 'Score',
      pairs: 'Pairs',
      drawn: 'Drawn',
      ruled: 'Ruled on',
      matches: 'Matches',
      unsure: 'Cannot tell',
      share: 'Share of matches',
    },
  },
  missed: {
    none: 'Nothing was missed.',
    nearest: 'Nearest to a hit',
    shown: (of: { readonly shown: string; readonly count: string }) =>
      `${of.shown} of ${of.count}, the nearest to a hit first. missed.csv has all.`,
    below: 'below 0.50',
  },
  reasons: {
    'not-listed': ['Not in the active list', 'The active list has no entry of the expected ID.'],
    capped: [
      'More hits than are shown',
      'The entry would be a hit. More hits were better than the settings show.',
    ],
    'weak-alias': [
      'Weak alias only',
      'Only a weak alias would match, and the settings accept these only exactly.',
    ],
    'below-threshold': ['Below the threshold', 'The entry scores less than the settings ask.'],
    'not-similar': ['Score below 0.50', 'The entry scores less than 0.50.'],
  },
  ways: enAlterations,
  factNames: {
    primary: 'Primary name',
    strong: 'Alias',
    weak: 'Weak alias',
    former: 'Former name',
    original: 'Name in original script',
    'birth-date': 'Name with date of birth',
    identifier: 'Identifier',
    wallet: 'Wallet',
    customers: 'Own customers',
    'made-up': 'Made-up records',
    file: 'Own test pack',
  },
  types: {
    individual: 'Person',
    corporate: 'Organisation',
    vessel: 'Vessel',
    aircraft: 'Aircraft',
    other: 'Other',
    any: 'Any',
  },
  limits: {
    engine:
      'The engine was tested with the settings that this report names. The workflow around it was not run.',
    lists:
      'Whether the lists are complete, and whether the systems of the institution send every name, was not tested.',
    watchlist: 'The institution’s own watchlist was not tested.',
    payments: 'Messages of payments were not tested.',
    alterations:
      'Altered records are made, not observed. Their shares are not those of real data. Typing errors and legal forms have Latin letters, in names of other scripts too.',
    customers:
      'Control records are made up. Their alert rate is no forecast for customers of the institution.',
    untested: (facts: string) =>
      `The lists have no record for these facts, so they were not tested: ${facts}`,
    people: 'How people decide on alerts was not tested.',
    belowLine: 'What the threshold misses among customers was not estimated from rulings of people.',
  },
  demandsNote:
    'The last column says what the row rests on: public summaries, unless it says otherwise. The text that binds an institution must be checked. This report answers no more than the third column.',
  demands: [
    [
      'EBA, GL/2024/14 and GL/2024/15',
      'Calibration and testing of screening before use and at least yearly, with altered records; results that can be explained',
      'Recall by kind of alteration; threshold; missed records with reasons; versions and settings',
      'Summaries of finanssivalvonta.fi (release 32/2025) and aml-analytics.com',
    ],
    [
      'FCA, sanctions screening tool',
      'About 100,000 made-up and altered records: exact, altered, aliases, companies. Firms could not explain results',
      'Recall as published and altered, by fact and type; each missed record with its reason',
      'Summaries of thistleinitiatives.co.uk and malverde.co.uk',
    ],
    [
      'MAS, information paper on name screening (2022)',
      'No undue reliance on parameters of vendors; continuous testing; sampling of cleared alerts',
      'Settings and threshold. Sampling of cleared alerts is not part of this report',
      'Summary of heka.ai',
    ],
    [
      'CBUAE, guidance 3.7',
      'Tests before use on samples or history; independent validation',
      'Seed, versions and hash, by which others repeat the test. The validation itself is not part of this report',
      'rulebook.centralbank.ae/node/975, text not read',
    ],
    [
      'NYDFS, 3 NYCRR 504',
      'Tests from end to end before and after use; documentation; yearly certification',
      'Documentation of the part of the engine. It is no test from end to end, and no certification',
      'Questions and answers of the department (dfs.ny.gov); regulation not read',
    ],
    [
      'Wolfsberg Group, guidance on sanctions screening (2019)',
      'Choice of lists and attributes by risk; tuning with evidence; tests below the threshold',
      'Threshold; missed records down to a score of 0.50; rulings of people on a sample below the threshold, where customers were screened',
      'Summaries; guidance not read',
    ],
    [
      'OFAC, FAQ 122',
      'Weak aliases need not be screened',
      'Recall of weak aliases apart from all others',
      'ofac.treasury.gov/faqs/122, not read',
    ],
    [
      'OFAC, FAQ 398 to 402',
      'Ownership of 50 percent or more by blocked persons, in the aggregate',
      'Not part of this report',
      'ofac.treasury.gov/faqs, not read',
    ],
    [
      'EU, Regulation 2024/886 (instant payments)',
      'Screening of customers at once after each new designation, and daily',
      'Not part of this report: it tests what is found, not when',
      'Summary of startkyc.com',
    ],
    [
      'EU, Regulation 2024/1624 (from 10 July 2027)',
      'Beneficial owners of 25 percent or more; records kept for five years',
      'Not part of this report',
      'Summary of anti-money-laundering.eu',
    ],
  ],
  verify: {
    hash: 'Compare the SHA-256 of report.json with the one of this report. The figures here come from that file alone.',
    audit:
      'This report states no time, so that a repeated test gives the same bytes. attestation.json has the hashes of the files, the time, the number of the audit record and a signature. The audit log has the same hashes.',
    notAttested:
      'No tenant was named when this test was run. So no record of the audit log and no signature vouch for it, and its time is not recorded.',
    rulings: 'The rulings on pairs below the threshold and the estimate from them come from the console.',
    again: (command: string) => `Repeat the test with the same versions and lists:\n${command}`,
    againFile:
      'Repeat the test with the same versions, lists and test pack. report.json is then the same, byte for byte.',
    againService:
      'Repeat the test in the console with the same seed, number of records and settings. With the same versions and lists, report.json is the same, byte for byte.',
  },
} as const;
