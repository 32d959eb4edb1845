import { expect, test } from 'vitest';
import type { KnownForms } from './end-user-steps.ts';
import { checkWorkflow } from './workflow-check.ts';

const forms: KnownForms = {
  fields: new Map([
    ['name', { type: 'string', appliesTo: 'both' }],
    ['sex', { type: 'enum', appliesTo: 'individual' }],
    ['idType', { type: 'code', appliesTo: 'individual' }],
    ['idNumber', { type: 'string', appliesTo: 'individual' }],
    ['countryOfOperation', { type: 'countryList', appliesTo: 'corporate' }],
  ]),
  forms: new Map([
    ['PERSON', { appliesTo: 'individual', fields: ['name', 'sex'], isRepeatable: false }],
    ['COMPANY', { appliesTo: 'corporate', fields: ['name', 'countryOfOperation'], isRepeatable: false }],
  ]),
  documentRules: new Map([['KYB_DEFAULT', 'KYB_EVENT']]),
};

type Json = Record<string, unknown>;

/** A hosted workflow whose nodes follow each other and end in an approval. */
function hosted(nodes: readonly Json[], parts: Json = {}): Json {
  const all = [...nodes, { id: 'end', type: 'decision', outcome: 'approve' }];
  const ids = ['start', ...all.map(({ id }) => id as string)];
  const edges = ids.slice(1).map((to, index) => ({ from: ids[index], to }));
  return { id: 'wf', name: 'W', eventType: 'KYC_EVENT', source: 'SDK', nodes: all, edges, ...parts };
}

const about = { id: 'about', type: 'particulars', form: 'PERSON' };
const submit = { id: 'submit', type: 'review-and-submit' };
const screen = { id: 'screen', type: 'screening', engines: { WATCHLIST: {} } };

function faults(file: Json): string[] {
  const result = checkWorkflow(file, { groups: new Set(), forms });
  return result.ok
    ? []
    : result.faults.map(({ node, place, message }) => `${node ?? '-'} ${place}: ${message}`);
}

test('what a person is asked for is declared from then on', () => {
  expect(faults(hosted([about, submit, screen]))).toEqual([]);
  const score = {
    id: 'score',
    type: 'risk-score',
    rules: [{ when: "data.sex == 'F' && data.email != 'x' && data.aliasName != null", add: 1, reason: 'r' }],
  };
  expect(faults(hosted([about, submit, screen, score]))).toEqual([]);
  const unknown = { ...score, rules: [{ when: 'data.idNumber == null', add: 1, reason: 'r' }] };
  expect(faults(hosted([about, submit, unknown]))).toEqual([
    expect.stringContaining('data.idNumber is not declared'),
  ]);
});

test('a screening wants the name on every way to it', () => {
  expect(faults(hosted([submit, screen]))).toEqual([
    expect.stringContaining('screen nodes[1]: has no name to screen'),
  ]);
});

test('people wait in hosted flows alone', () => {
  const entry = [{ name: 'name', type: 'text' }];
  expect(faults(hosted([about, submit], { source: 'API', entry }))).toEqual([
    'about nodes[0]: particulars waits for a person, whom only a hosted flow has: source must be SDK',
    'submit nodes[1]: review-and-submit waits for a person, whom only a hosted flow has: source must be SDK',
  ]);
  expect(faults(hosted([submit], { source: 'API', eventType: 'TRANSACTION_EVENT' }))).toEqual([
    'submit nodes[0]: review-and-submit waits for a person, whom only a hosted flow has: TRANSACTION_EVENT has none',
  ]);
  expect(faults(hosted([about, submit], { mode: 'sync' }))).toEqual([
    expect.stringContaining(
      'about nodes[0]: particulars waits for a person, which is not possible in sync mode',
    ),
    expect.stringContaining('submit nodes[1]'),
  ]);
});

test('what a person gives is submitted once and last', () => {
  expect(faults(hosted([about]))).toEqual([expect.stringContaining('add a review-and-submit node')]);
  expect(faults(hosted([about, submit, { ...submit, id: 'again' }]))).toEqual([
    'again nodes[2]: submit already submits: keep one review-and-submit',
  ]);
  expect(faults(hosted([submit, about]))).toEqual([
    'about nodes[1]: is after submit, which submits: no step can follow it',
  ]);
});

test('forms, fields and rules are those of the tenant, for this kind of customer', () => {
  const messages = (node: Json, eventType = 'KYC_EVENT') => faults(hosted([node, submit], { eventType }));
  expect(messages({ ...about, form: 'PERSONS' })).toEqual([
    'about nodes[0].form: there is no form "PERSONS" (did you mean PERSON?); there are PERSON, COMPANY',
  ]);
  expect(messages({ ...about, form: 'COMPANY' })).toEqual([
    'about nodes[0].form: the form COMPANY is for companies, and KYC_EVENT is about persons',
  ]);
  expect(
    messages({ ...about, form: undefined, fields: ['name', 'nmae', 'customerId', 'countryOfOperation'] }),
  ).toEqual([
    expect.stringContaining('fields[1]: there is no field "nmae" (did you mean name?)'),
    expect.stringContaining('fields[2]: customerId is known from the link'),
    expect.stringContaining('fields[3]: countryOfOperation is a field of companies'),
  ]);
  expect(messages({ ...about, required: ['sex', 'idNumber'] })).toEqual([
    expect.stringContaining('required[1]: "idNumber" is not collected here'),
  ]);
  expect(messages({ ...about, form: undefined, fields: ['name', 'idNumber'] })).toEqual([
    'about nodes[0]: asks for idNumber without idType: they go together',
  ]);
  expect(messages({ id: 'f', type: 'required-forms', forms: ['PERSON', 'NONE'] })).toEqual([
    expect.stringContaining('f nodes[0].forms[1]: there is no form "NONE"'),
  ]);
  expect(messages({ id: 'd', type: 'documents', rule: 'KYB_DEFAULT' })).toEqual([
    'd nodes[0].rule: the rule KYB_DEFAULT is for KYB_EVENT, not for KYC_EVENT',
  ]);
  expect(messages({ id: 'o', type: 'ownership-structure' })).toEqual([
    'o nodes[0]: a person has no owners: only a KYB_EVENT has an ownership structure',
  ]);
});

test('a screening takes lists of subjects alone, of a node that ran before', () => {
  const owners = { id: 'owners', type: 'ownership-structure' };
  const kyb = (subjectsFrom: string, nodes: readonly Json[] = [owners, submit]) =>
    faults(hosted([...nodes, { ...screen, subjectsFrom }], { eventType: 'KYB_EVENT' }));
  expect(kyb('owners.beneficialOwners')).toEqual([]);
  expect(kyb('owners.owners')).toEqual([]);
  expect(kyb('owners.layers').join()).toContain(
    'owners.layers is not a list of subjects: owners has parties, owners, beneficialOwners, possibleBeneficialOwners, controllers, directors, companies',
  );
  const threshold = { beneficialOwnerFromPercent: 25, beneficialOwnerAbovePercent: 25 };
  expect(kyb('owners.owners', [{ ...owners, ...threshold }, submit]).join()).toContain(
    'beneficialOwnerAbovePercent: 25: cannot be combined with beneficialOwnerFromPercent: keep one of them',
  );
  expect(kyb('owner.companies').join()).toContain('owner');
  const late = hosted([submit, { ...screen, subjectsFrom: 'owners.companies' }, owners], {
    eventType: 'KYB_EVENT',
  });
  expect(faults(late).join()).toContain('owners never runs before this point');
  expect(kyb('data').join()).toContain('must be the output of a node');
});
