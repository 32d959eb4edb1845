import { flowLanguages } from '@gatehouse/contract';
import { consentText } from './consent-texts.ts';
import type { StepType } from './step-type.ts';

/** Looking over, agreeing and submitting; the sections come from the other steps. */
export const reviewStep: StepType<'review-and-submit'> = {
  show: async (_tx, { tenant, language }) => ({
    type: 'review-and-submit',
    sections: [],
    consent: consentText(tenant, language),
  }),
  validate: async (_tx, { tenant, language, now }, { consentVersion, consentSha256, agreed }) => {
    // The person may have read it in another language than the one that was chosen last.
    const current = [language, ...flowLanguages].map((each) => consentText(tenant, each));
    const consent = current.find(({ sha256 }) => sha256 === consentSha256);
    // Another text than the person read may be there by now.
    if (consent === undefined || consentVersion !== consent.version) {
      const { version } = current[0]!;
      return { kind: 'faults', faults: [{ field: 'consentVersion', rule: 'values', params: { version } }] };
    }
    if (!agreed)
      return { kind: 'faults', faults: [{ field: 'agreed', rule: 'mustBe', params: { value: 'true' } }] };
    return {
      kind: 'given',
      submission: {
        output: { consentVersion, submittedAt: now.getTime(), language, consent },
        consent,
        submits: true,
      },
    };
  },
  review: () => [],
};
