import type { CodeView, FieldFault } from '@gatehouse/contract';
import type { CodeRequestOutcome, CodeSubject, ScopedCodes } from '../codes/index.ts';
import type { Tx } from '../database/database.ts';
import { saveDraft } from './flow-queries.ts';
import { FlowRefusal } from './flow-refusal.ts';
import type { StepContext, StepJudgement, StepType } from './step-type.ts';

/** Types of steps that prove an address by a code. */
export const codeStepTypes = ['phone-verification', 'email-verification'] as const;
export type CodeStepType = (typeof codeStepTypes)[number];

/** Where a code is to be sent, as the person typed it. */
export interface CodeAsked {
  readonly phoneCountry?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly email?: string | undefined;
}

/** The context of either. */
export type CodeContext = Omit<StepContext, 'node'> & {
  readonly node: { readonly id: string; readonly type: CodeStepType };
};

interface PhoneDraft {
  readonly phoneCountry: string | null;
  readonly phoneNumber: string | null;
}

/** A code to the person's phone, and the code typed in. */
export const phoneStep: StepType<'phone-verification'> = {
  show: async (tx, context) => ({
    type: 'phone-verification',
    ...phoneOf(context),
    code: await codeView(tx, context),
  }),
  judge: (tx, context, { code }) =>
    judgeCode(tx, context, { code, outputOf: (phoneNumber) => ({ phoneNumber }) }),
  review: (context) => reviewed(context, { field: 'phoneNumber', label: 'Phone number' }),
};

/** A code to the person's mail, and the code typed in. */
export const emailStep: StepType<'email-verification'> = {
  show: async (tx, context) => ({
    type: 'email-verification',
    email: emailOf(context),
    code: await codeView(tx, context),
  }),
  judge: (tx, context, { code }) => judgeCode(tx, context, { code, outputOf: (email) => ({ email }) }),
  review: (context) => reviewed(context, { field: 'email', label: 'E-mail' }),
};

/** Sends a code, in the transaction of what it writes; answers why not where none was sent. */
export async function sendCode(
  tx: Tx,
  context: CodeContext,
  asked: CodeAsked,
): Promise<FlowRefusal | undefined> {
  const isPhone = context.node.type === 'phone-verification';
  const field = isPhone ? 'phoneNumber' : 'email';
  const phone = phoneOf(context);
  const country = asked.phoneCountry ?? phone.phoneCountry;
  const typed = isPhone ? (asked.phoneNumber ?? phone.phoneNumber) : (asked.email ?? emailOf(context));
  const address = (typed ?? '').trim();
  if (address === '') return invalid({ field, rule: 'required', params: {} });
  const outcome = await codesOf(context).request(tx, {
    ...subjectOf(context),
    address,
    ...(isPhone && country !== null ? { country } : {}),
    language: context.language,
  });
  const refusal = refusalOf(outcome, field);
  if (refusal !== undefined) return refusal;
  await saveDraft(tx, context.link.scope, {
    executionId: context.execution.executionId,
    nodeId: context.node.id,
    draft: isPhone ? { phoneCountry: country, phoneNumber: address } : { email: address },
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

async function judgeCode(
  tx: Tx,
  context: CodeContext,
  {
    code,
    outputOf,
  }: { readonly code: string; readonly outputOf: (address: string) => Readonly<Record<string, unknown>> },
): Promise<StepJudgement> {
  const checked = await codesOf(context).check(tx, { ...subjectOf(context), code });
  switch (checked.kind) {
    case 'right': {
      const { address, verifiedAt } = checked;
      return { kind: 'given', gift: { output: { ...outputOf(address), verifiedAt } } };
    }
    case 'wrong':
      return { kind: 'codeWrong', attemptsLeft: checked.attemptsLeft };
    case 'exhausted': {
      const standing = await codesOf(context).standing(tx, subjectOf(context));
      const waitMs = (standing?.resendAt ?? 0) - context.now.getTime();
      return { kind: 'codeExhausted', retryAfterSeconds: Math.max(1, waitMs / 1000) };
    }
    case 'expired':
    case 'none':
      return { kind: 'codeExpired' };
  }
}

async function codeView(tx: Tx, context: CodeContext): Promise<CodeView | null> {
  const standing = await codesOf(context).standing(tx, subjectOf(context));
  if (standing === undefined) return null;
  const { delivery, ...view } = standing;
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

/** As typed here before, else as the particulars have it. */
function phoneOf({ draft, execution }: CodeContext): PhoneDraft {
  const typed = draft as Partial<PhoneDraft> | undefined;
  const known = (field: 'phoneCountry' | 'phoneNumber') => {
    const value = typed?.[field] ?? execution.data[field];
    return typeof value === 'string' ? value : null;
  };
  return { phoneCountry: known('phoneCountry'), phoneNumber: known('phoneNumber') };
}

function emailOf({ draft, execution }: CodeContext): string | null {
  const email = (draft as { email?: string } | undefined)?.email ?? execution.data['email'];
  return typeof email === 'string' ? email : null;
}

function reviewed(
  { execution, node }: CodeContext,
  { field, label }: { readonly field: string; readonly label: string },
) {
  const value = execution.outputs[node.id]?.[field];
  return typeof value === 'string' ? [{ field, label, ownLabel: false, value, given: value }] : [];
}
