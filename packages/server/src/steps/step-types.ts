import { emailStep, phoneStep } from './code-steps.ts';
import { formsStep } from './forms-step.ts';
import { ownershipStep } from './ownership-step.ts';
import { particularsStep } from './particulars-step.ts';
import { reviewStep } from './review-step.ts';
import type { ServedStepType, StepType } from './step-type.ts';

/** Table of contents: every type of step. */
export type StepTypes = { readonly [T in ServedStepType]: StepType<T> };

/** Steps that need nothing but what their context holds. */
export const plainSteps = {
  particulars: particularsStep,
  'required-forms': formsStep,
  'phone-verification': phoneStep,
  'email-verification': emailStep,
  'ownership-structure': ownershipStep,
  'review-and-submit': reviewStep,
} satisfies Partial<StepTypes>;
