import type { CodeView, FieldFault, FieldValue } from '@gatehouse/contract';
import { customerOfEvent } from '../../customers/index.ts';
import type { Tx } from '../../database/database.ts';
import { maskAddress } from '../../messages/index.ts';
import {
  type CodeRequestOutcome,
  type CodeSubject,
  codeAddress,
  type ScopedCodes,
} from '../../messages/one-time-codes/index.ts';
import { type FlowExecution, saveDraft } from './flow-queries.ts';
import { FlowRefusal } from './flow-refusal.ts';
import type { StepContext, StepSubmission, StepType, StepValidation } from './step-type.ts';

/** Types of steps that prove an address by a code. */
export const codeStepTypes = ['phone-verification', 'email-verification'] as const;
export type CodeStepType = (typeof codeStepTypes)[number];

/** Whether a node of this type sends a code. */
export function isCodeStep(type: string): type is CodeStepType {
  return (codeStepTypes as readonly string[]).includes(type);
}

/** Where a code is to be sent, as the person typed it. */
export interface CodeRequestState {
  readonly phoneCountry?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly email?: string | undefined;
}

/** The context of either. */
export type CodeContext = Omit<StepContext, 'node'> & {
  readonly node: { readonly id: string; readonly type: CodeStepType };
};

/** Where a code goes, as the person wrote it. */
interface Address {
  readonly phoneCountry: string | null;
  readonly phoneNumber: string | null;
  readonly email: string | null;
}

/** That somebody entered the code that went to an address. */
interface Proof {
  /** In the one form that is sent to. */
  readonly address: string;
  /** Epoch milliseconds. */
  readonly verifiedAt: number;
}

/** What a step of a code keeps of what was begun in it. */
export interface CodeDraft {
  /** Typed in the step itself, in place of what was known then; who changes that later means the new one. */
  readonly typed?: Address;
  readonly known?: Address;
  /** Kept when the person goes back: the same address is not proved twice. */
  readonly proof?: Proof;
}

/** A code to the person's phone, and the code typed in. */
export const phoneStep: StepType<'phone-verification'> = {
  show: async (tx, context) => ({
    type: 'phone-verification',
    phoneCountry: addressOf(context).phoneCountry,
    phoneNumber: addressOf(context).phoneNumber,
    proved: provedView(context),
    code: await codeView(tx, context),
  }),
  validate: (tx, context, { code }) =>
    verifyCode(tx, context, { code, outputOf: (phoneNumber) => ({ phoneNumber }) }),
  review: (context) => reviewed(context, { field: 'phoneNumber', label: 'Phone number' }),
};

/** A code to the person's mail, and the code typed in. */
export const emailStep: StepType<'email-verification'> = {
  show: async (tx, context) => ({
    type: 'email-verification',
    email: addressOf(context).email,
    proved: provedView(context),
    code: await codeView(tx, context),
  }),
  validate: (tx, context, { code }) => verifyCode(tx, context, { code, outputOf: (email) => ({ email }) }),
  review: (context) => reviewed(context, { field: 'email', label: 'E-mail' }),
};

/**
 * Sends a code, in the transaction of what it writes; answers why not where none was sent. Asked for again while the
 * one before can be entered, as after an answer that was lost, that one stays valid.
 */
export async function sendCode(
  tx: Tx,
  context: CodeContext,
  requested: CodeRequestState,
): Promise<FlowRefusal | undefined> {
  const isPhone = context.node.type === 'phone-verification';
  const field = isPhone ? 'phoneNumber' : 'email';
  const known = addressOf(context);
  const typed: Address = {
    phoneCountry: requested.phoneCountry ?? known.phoneCountry,
    phoneNumber: requested.phoneNumber ?? known.phoneNumber,
    email: requested.email ?? known.email,
  };
  if ((typed[field] ?? '').trim() === '') return invalid({ field, rule: 'required', params: {} });
  const submitted = { ...subjectOf(context), ...submittedAddress(context, typed) };
  const codes = codesOf(context);
  const outcome = await codes.request(tx, { ...submitted, language: context.language });
  if (outcome.kind === 'tooSoon' && (await codes.isCurrent(tx, submitted))) return undefined;
  const refusal = refusalOf(outcome, field);
  if (refusal !== undefined) return refusal;
  await saveDraft(tx, context.link.scope, {
    execution: context.execution,
    nodeId: context.node.id,
    draft: { ...draftOf(context), typed, known: knownOf(context) },
  });
  return undefined;
}

function refusalOf(outcome: CodeRequestOutcome, field: string): FlowRefusal | undefined {
  switch (outcome.kind) {
    case 'sent':
      return undefined;
    case 'badAddress':
      return invalid({ field, rule: 'type', params: { reason: outcome.reason } });
    case 'unavailable':
      return invalid({ field, rule: 'unavailable', params: {} });
    case 'tooSoon':
      return new FlowRefusal('CODE_EXHAUSTED', { retryAfterSeconds: outcome.retryAfterSeconds });
    case 'exhausted':
      return new FlowRefusal('CODE_EXHAUSTED', { retryAfterSeconds: outcome.newCodeAfterSeconds });
  }
}

function invalid(fault: FieldFault): FlowRefusal {
  return new FlowRefusal('INVALID', { faults: [fault] });
}

async function verifyCode(
  tx: Tx,
  context: CodeContext,
  {
    code,
    outputOf,
  }: {
    readonly code: string | undefined;
    readonly outputOf: (address: string) => Readonly<Record<string, unknown>>;
  },
): Promise<StepValidation> {
  const submitted = ({ address, verifiedAt }: Proof): StepValidation => ({
    kind: 'given',
    submission: {
      output: { ...outputOf(address), verifiedAt },
      ...factsOf(context, address),
      draft: { ...draftOf(context), proof: { address, verifiedAt } },
    },
  });
  if (code === undefined) {
    const proof = proofOf(context);
    if (proof !== undefined) return submitted(proof);
    return { kind: 'faults', faults: [{ field: 'code', rule: 'required', params: {} }] };
  }
  const checked = await codesOf(context).check(tx, { ...subjectOf(context), code });
  switch (checked.kind) {
    case 'right':
      // The code may have gone to another one than the particulars have by now: that one is not proved.
      return checked.address === currentAddress(context) ? submitted(checked) : { kind: 'codeExpired' };
    case 'wrong':
      return { kind: 'codeWrong', attemptsLeft: checked.attemptsLeft };
    case 'exhausted': {
      const state = await codesOf(context).codeState(tx, subjectOf(context));
      const waitMs = (state?.resendAt ?? 0) - context.now.getTime();
      return { kind: 'codeExhausted', retryAfterSeconds: Math.max(1, waitMs / 1000) };
    }
    case 'expired':
    case 'none':
      return { kind: 'codeExpired' };
  }
}

/** What was proved is where the customer is reached from now on, whatever the particulars said. */
function factsOf(context: CodeContext, proved: string): Pick<StepSubmission, 'data' | 'customer'> {
  const { data: known } = context.execution;
  // As the service writes it already.
  if (
    codeAddress(
      submittedAddress(
        context,
        addressFrom((field) => known[field]),
      ),
    ) === proved
  )
    return {};
  const address = addressOf(context);
  const fields = addressFields[context.node.type];
  const data = Object.fromEntries(fields.map((field) => [field, address[field]]));
  const profile = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
  return { data, customer: { ...customerOfEvent(context.link.customerId), profile } };
}

async function codeView(tx: Tx, context: CodeContext): Promise<CodeView | null> {
  const state = await codesOf(context).codeState(tx, subjectOf(context));
  if (state === undefined) return null;
  // One that went elsewhere proves nothing here.
  const address = currentAddress(context);
  const { channel } = subjectOf(context);
  if (address === undefined || state.address !== maskAddress(channel, address)) return null;
  const { delivery, ...view } = state;
  return delivery === 'FAILED' ? { ...view, undeliverable: true } : view;
}

function subjectOf({ execution, node }: CodeContext): CodeSubject {
  return {
    subjectKey: `${execution.executionId}/${node.id}`,
    channel: node.type === 'phone-verification' ? 'sms' : 'email',
  };
}

function codesOf({ codes }: CodeContext): ScopedCodes {
  if (codes === undefined)
    throw new Error('the codes of the scope were not opened for a step that sends one');
  return codes;
}

function draftOf({ draft }: CodeContext): CodeDraft {
  return (draft as CodeDraft | undefined) ?? {};
}

/** As the particulars have it; where none ask for it, as it is known. What was proved here since changes none of it. */
function knownOf({ execution }: CodeContext): Address {
  const particulars = execution.nodeRuns
    .filter(({ nodeType }) => nodeType === 'particulars')
    .map(({ nodeId }) => (execution.outputs[nodeId]?.['fields'] ?? {}) as Readonly<Record<string, unknown>>);
  return addressFrom((field) => {
    const last = particulars.findLast((fields) => Object.hasOwn(fields, field));
    return (last ?? execution.data)[field];
  });
}

function addressFrom(valueAt: (field: keyof Address) => unknown): Address {
  const stated = (field: keyof Address) => {
    const value = valueAt(field);
    return typeof value === 'string' ? value : null;
  };
  return { phoneCountry: stated('phoneCountry'), phoneNumber: stated('phoneNumber'), email: stated('email') };
}

/** As typed here before, unless the particulars say something else since; then as these have it. */
function addressOf(context: CodeContext): Address {
  const { typed, known } = draftOf(context);
  const now = knownOf(context);
  const fields = addressFields[context.node.type];
  const isSame = known !== undefined && fields.every((field) => (known[field] ?? null) === now[field]);
  return typed !== undefined && isSame ? typed : now;
}

/** The fields of the particulars that such a step proves. */
export const addressFields: Readonly<Record<CodeStepType, readonly (keyof Address)[]>> = {
  'phone-verification': ['phoneCountry', 'phoneNumber'],
  'email-verification': ['email'],
};

/** An address as the codes read it. */
function submittedAddress({ node }: CodeContext, { phoneCountry, phoneNumber, email }: Address) {
  if (node.type === 'email-verification') return { channel: 'email' as const, address: (email ?? '').trim() };
  return {
    channel: 'sms' as const,
    address: (phoneNumber ?? '').trim(),
    ...(phoneCountry !== null && { country: phoneCountry }),
  };
}

/** The address as it is now, in the form that is sent to; undefined where it is none. */
function currentAddress(context: CodeContext): string | undefined {
  return codeAddress(submittedAddress(context, addressOf(context)));
}

/** That the address as it is now was proved before. */
function proofOf(context: CodeContext): Proof | undefined {
  const { proof } = draftOf(context);
  return proof?.address === currentAddress(context) ? proof : undefined;
}

/** What was proved since the particulars were given, by the names of their fields. */
export function verifiedFields({
  nodeRuns,
  outputs,
  data,
}: FlowExecution): Readonly<Record<string, FieldValue>> {
  const submitted = nodeRuns.filter(({ nodeId }) => Object.hasOwn(outputs, nodeId));
  const fields = codeStepTypes
    .filter((type) => submitted.some(({ nodeType }) => nodeType === type))
    .flatMap((type) => addressFields[type]);
  return Object.fromEntries(fields.map((field) => [field, (data[field] ?? null) as FieldValue]));
}

function provedView(context: CodeContext): string | null {
  const proof = proofOf(context);
  return proof === undefined ? null : maskAddress(subjectOf(context).channel, proof.address);
}

function reviewed(
  { execution, node }: CodeContext,
  { field, label }: { readonly field: string; readonly label: string },
) {
  const value = execution.outputs[node.id]?.[field];
  return typeof value === 'string' ? [{ field, label, ownLabel: false, value, given: value }] : [];
}
