import type { BrandingFile, FlowLanguage } from '@gatehouse/contract';

/** A branding as its form has it: every field is there, and empty where nothing was said. */
export interface BrandingDraft {
  readonly name: string;
  readonly logo: string;
  readonly primaryColour: string;
  readonly email: string;
  readonly url: string;
  readonly privacyUrl: string;
  readonly consentVersion: string;
  readonly consent: Readonly<Partial<Record<FlowLanguage, string>>>;
}

export function draftOf(branding: BrandingFile | null): BrandingDraft {
  return {
    name: branding?.name ?? '',
    logo: branding?.logo ?? '',
    primaryColour: branding?.primaryColour ?? '',
    email: branding?.contact?.email ?? '',
    url: branding?.contact?.url ?? '',
    privacyUrl: branding?.privacyUrl ?? '',
    consentVersion: branding?.consent?.version ?? '',
    consent: branding?.consent?.text ?? {},
  };
}

/** What is sent: nothing that is empty; null where all of it is. */
export function brandingOf(draft: BrandingDraft): BrandingFile | null {
  const { email, url, consentVersion } = draft;
  const texts = Object.fromEntries(Object.entries(draft.consent).filter(([, text]) => text.trim() !== ''));
  const said = {
    ...submittedValue('name', draft.name.trim()),
    ...submittedValue('logo', draft.logo),
    ...submittedValue('primaryColour', draft.primaryColour.trim()),
    ...(email.trim() + url.trim() !== '' && {
      contact: { ...submittedValue('email', email.trim()), ...submittedValue('url', url.trim()) },
    }),
    ...submittedValue('privacyUrl', draft.privacyUrl.trim()),
    ...(consentVersion.trim() + Object.keys(texts).join('') !== '' && {
      consent: { version: consentVersion.trim(), text: texts },
    }),
  };
  return Object.keys(said).length === 0 ? null : (said as BrandingFile);
}

function submittedValue(key: string, text: string): Record<string, string> {
  return text === '' ? {} : { [key]: text };
}
