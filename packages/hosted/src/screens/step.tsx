import type { FlowStep, FlowView } from '@gatehouse/contract';
import { DocumentStep } from '../documents/document-step.tsx';
import { OwnershipStep } from '../ownership/ownership-step.tsx';
import { Code } from './code.tsx';
import { RequiredForms } from './forms.tsx';
import { Particulars } from './particulars.tsx';
import { Review } from './review.tsx';

/** The screen of the step that waits. */
export function Step({ view, step }: { readonly view: FlowView; readonly step: FlowStep }) {
  switch (step.type) {
    case 'particulars':
      return <Particulars view={view} step={step} />;
    case 'required-forms':
      return <RequiredForms view={view} step={step} />;
    case 'phone-verification':
    case 'email-verification':
      return <Code view={view} step={step} />;
    case 'review-and-submit':
      return <Review view={view} step={step} />;
    case 'documents':
      return <DocumentStep view={view} step={step} />;
    case 'ownership-structure':
      return <OwnershipStep view={view} step={step} />;
  }
}
