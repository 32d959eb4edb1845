import { type ConsentView, consentView } from '@gatehouse/contract';
import { z } from 'zod';

/** A `review-and-submit` step's output; what was given before texts were kept has none. */
const submitted = z.object({ submittedAt: z.number(), consent: consentView.omit({ agreedAt: true }) });

/** The texts that end users agreed to in the steps of an execution. */
export function consentsIn(outputs: Readonly<Record<string, unknown>>): ConsentView[] {
  return Object.values(outputs).flatMap((output) => {
    const step = submitted.safeParse(output);
    return step.success ? [{ ...step.data.consent, agreedAt: step.data.submittedAt }] : [];
  });
}
