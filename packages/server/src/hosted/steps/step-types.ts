import type { EndUserStepType } from '@gatehouse/contract';
import { emailStep, phoneStep } from './code-steps.ts';
import { documentsStep } from './documents-step.ts';
import { formsStep } from './forms-step.ts';
import { ownershipStep } from './ownership-step.ts';
import { particularsStep } from './particulars-step.ts';
import { reviewStep } from './review-step.ts';
import type { StepType } from './step-type.ts';

export type StepTypes = { readonly [T in EndUserStepType]: StepType<T> };

/** Table of contents: every type of step. */
export const stepTypes: StepTypes = {
  particulars: particularsStep,
  'required-forms': formsStep,
  documents: documentsStep,
  'phone-verification': phoneStep,
  'email-verification': emailStep,
  'ownership-structure': ownershipStep,
  'review-and-submit': reviewStep,
};
