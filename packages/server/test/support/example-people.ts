import type { FlowFile, FlowView } from '@gatehouse/contract';
import { png } from '../../src/uploads/sample-files.fixture.ts';
import { type FlowAnswer, stepOf } from './flow-pages.ts';

/** What made-up people answer to the steps of `examples/workflows/kyc-hosted.yaml` and `kyb-hosted.yaml`. */

export const kycParticulars = {
  name: 'Bartholomew Quillfeather',
  sex: 'M',
  dateOfBirth: '1990-02-01',
  countryOfNationality: 'DE',
  countryOfResidence: 'DE',
  residentialAddress: '1 Made-up Road\n10115 Berlin',
  idType: 'DE_PASSPORT',
  idNumber: 'C01X00T47',
  email: 'b@example.test',
  phoneCountry: 'DE',
  phoneNumber: '15123456789',
};

export const declaration = [
  { actingForThirdParty: false, politicallyExposed: false, declarationAccepted: true },
];
export const kycForms = { KYC_SOURCE: [{ sourceOfFunds: ['SALARY'] }], DECLARATION: declaration };

/** What is asked for of a document that can be read. */
export const documentFields = {
  surname: 'QUILLFEATHER',
  givenNames: 'BARTHOLOMEW',
  documentNumber: 'C01X00T47',
  expiryDate: '2040-01-01',
};

/** A call of a person's page; sent again it is the same call. */
export interface PageCall {
  readonly name: string;
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly body: unknown;
  /** Sent again it has the same answer: all but guesses of codes, which count. */
  readonly repeats: boolean;
  /** The person is told nothing by it: the next one follows at once. */
  readonly isQuiet: boolean;
  readonly status: number;
}

/** A person who makes one call after the other, and is told the answer to each. */
export type Walk = AsyncGenerator<PageCall, void, FlowAnswer>;

/** How the person gets at the code that was sent. */
export type ReadCode = (channel: 'sms' | 'email') => Promise<string>;

/** Somebody verifies themselves, with a passport in two parts and a slip of the finger. */
export async function* walkKyc(readCode: ReadCode): Walk {
  let view = viewOf(yield call('consent', '/consent', { language: 'de' }));
  view = viewOf(yield give(view, { values: kycParticulars }));
  view = viewOf(yield give(view, { values: kycForms }));
  view = yield* giveDocuments(view, { bytes: png(300 * 1024) });
  const { nodeId, callbackKey } = stepOf(view, 'phone-verification');
  view = viewOf(yield call('code', `/steps/${nodeId}/code`, { callbackKey }));
  const code = await readCode('sms');
  const wrong = code === '000000' ? '111111' : '000000';
  const guessed = yield {
    ...give(view, { code: wrong }),
    name: 'wrong code',
    repeats: false,
    status: 422,
  };
  if (guessed.body['attemptsLeft'] !== 4)
    throw new Error(`a guess was lost: ${JSON.stringify(guessed.body)}`);
  view = viewOf(yield give(view, { code }));
  const { consent } = stepOf(view, 'review-and-submit');
  yield give(view, { consentVersion: consent.version, consentSha256: consent.sha256, agreed: true });
}

/** Somebody verifies a company whose owners hold it through another one. */
export async function* walkKyb(readCode: ReadCode): Walk {
  let view = viewOf(yield call('consent', '/consent', { language: 'en' }));
  const first = async function* (key: string): AsyncGenerator<PageCall, string, FlowAnswer> {
    const answer = yield {
      ...call(`choices of ${key}`, `/choices/${key}`, undefined),
      method: 'GET',
      isQuiet: true,
    };
    return (answer.body as unknown as readonly { readonly code: string }[])[0]!.code;
  };
  const company = stepOf(view, 'particulars');
  const choice = (field: string) => company.fields.find((each) => each.field === field)?.choices?.[0]?.code;
  const values = {
    name: 'Quillfeather Trading',
    incorporationNumber: 'HRB 1',
    countryOfIncorporation: 'DE',
    incorporationDate: '2001',
    entityType: choice('entityType') ?? (yield* first('platform_entity_types')),
    registeredAddress: '1 Made-up Road',
    countryOfOperation: ['DE'],
    industry: choice('industry') ?? (yield* first('platform_ssic')),
    email: 'firm@example.test',
  };
  view = viewOf(yield give(view, { values }));
  const profile = {
    ownershipStructureLayer: '2',
    productServiceComplexity: 'SIMPLE',
    transactionBehaviour: [yield* first('transaction_behaviour')],
    sourceOfFunds: [yield* first('platform_source_of_funds')],
  };
  view = viewOf(yield give(view, { values: { KYB_RISK_PROFILE: [profile], DECLARATION: declaration } }));
  view = viewOf(yield give(view, { owners: ownersThroughHolding('Osama bin Laden') }));
  view = yield* giveDocuments(view, { isQuiet: true });
  const { nodeId, callbackKey } = stepOf(view, 'email-verification');
  view = viewOf(yield call('code', `/steps/${nodeId}/code`, { callbackKey }));
  view = viewOf(yield give(view, { code: await readCode('email') }));
  const { consent } = stepOf(view, 'review-and-submit');
  yield give(view, { consentVersion: consent.version, consentSha256: consent.sha256, agreed: true });
}

/** A company that holds 60 %, of which a person holds half. */
function ownersThroughHolding(name: string, percent = 50) {
  const unknown = {
    dateOfBirth: null,
    countryOfNationality: null,
    countryOfIncorporation: null,
    registrationNumber: null,
  };
  return [
    { ...unknown, ownerId: 'h', parentId: null, kind: 'company', name: 'Holding', percent: 60 },
    { ...unknown, ownerId: 'p', parentId: 'h', kind: 'person', name, percent },
  ];
}

/** A document for everything that is asked for, confirmed where it is of the readable kind, and the step given. */
async function* giveDocuments(
  before: FlowView,
  { bytes = png(), isQuiet = false }: { readonly bytes?: Buffer; readonly isQuiet?: boolean },
): AsyncGenerator<PageCall, FlowView, FlowAnswer> {
  let view = before;
  const step = stepOf(before, 'documents');
  const { callbackKey } = step;
  const path = `/steps/${step.nodeId}/documents`;
  for (const { group, person, minCount, choices } of step.groups) {
    for (let count = 0; count < minCount; count += 1) {
      const choice = choices[0]!;
      const clientKey = `${group}-${count}-${choice.type}-${person?.personId}`;
      const front = yield* upload(clientKey, { bytes, isQuiet });
      const country = choice.needsCountry ? 'DE' : null;
      const personId = person?.personId ?? null;
      const body = { callbackKey, group, type: choice.type, country, personId, files: { front } };
      view = viewOf(yield call(`${group} ${count}`, path, body));
    }
  }
  for (const { documentId, reading } of stepOf(view, 'documents').given) {
    if (reading.kind === 'kept') continue;
    const body = { callbackKey, fields: documentFields };
    view = viewOf(yield { ...call('confirm', `${path}/${documentId}`, body), method: 'PUT' });
  }
  return viewOf(yield give(view, {}));
}

async function* upload(
  clientKey: string,
  { bytes, isQuiet }: { readonly bytes: Buffer; readonly isQuiet: boolean },
): AsyncGenerator<PageCall, string, FlowAnswer> {
  const body = { clientKey, filename: 'photo.png', contentType: 'image/png', size: bytes.length };
  const announced = yield { ...call(`announce ${clientKey}`, '/files', body), isQuiet };
  const { fileId, missing, partBytes } = announced.body as unknown as FlowFile;
  for (const part of missing) {
    const content = new Uint8Array(bytes.subarray(part * partBytes, (part + 1) * partBytes));
    yield {
      ...call(`part ${part} of ${clientKey}`, `/files/${fileId}/parts/${part}`, content),
      method: 'PUT',
      isQuiet,
    };
  }
  return fileId;
}

function call(name: string, path: string, body: unknown): PageCall {
  return { name, path, method: 'POST', body, repeats: true, isQuiet: false, status: 200 };
}

function give(view: FlowView, data: Record<string, unknown>): PageCall {
  const { nodeId, callbackKey } = stepOf(view);
  return call(`give ${nodeId}`, `/steps/${nodeId}`, { callbackKey, ...data });
}

function viewOf({ body }: FlowAnswer): FlowView {
  return body as unknown as FlowView;
}
