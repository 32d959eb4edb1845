import type { FlowLanguage } from '@gatehouse/contract';
import type { TenantRecord } from '../tenants/index.ts';
import type { StepType } from './step-type.ts';

/** Of the pages' own words, where the tenant has none. */
const ownConsentVersion = 'gatehouse-1';

/** Looking over, agreeing and submitting; the sections come from the other steps. */
export const reviewStep: StepType<'review-and-submit'> = {
  show: async (_tx, { tenant, language }) => ({
    type: 'review-and-submit',
    sections: [],
    consent: consentOf(tenant, language),
  }),
  judge: async (_tx, context, { consentVersion, agreed }) => {
    const { version } = consentOf(context.tenant, context.language);
    // Another text than the person read may stand there by now.
    if (consentVersion !== version) {
      return { kind: 'faults', faults: [{ field: 'consentVersion', rule: 'values', params: { version } }] };
    }
    if (!agreed)
      return { kind: 'faults', faults: [{ field: 'agreed', rule: 'mustBe', params: { value: 'true' } }] };
    return {
      kind: 'given',
      gift: {
        output: { consentVersion, submittedAt: context.now.getTime(), language: context.language },
        submits: true,
      },
    };
  },
  review: () => [],
};

function consentOf(
  { branding }: TenantRecord,
  language: FlowLanguage,
): { readonly version: string; readonly text: string | null } {
  const consent = branding?.consent;
  if (consent === undefined) return { version: ownConsentVersion, text: null };
  return { version: consent.version, text: consent.text[language] ?? consent.text.en ?? null };
}
