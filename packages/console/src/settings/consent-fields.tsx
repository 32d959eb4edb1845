import type { FlowLanguage } from '@gatehouse/contract';
import { Alert, Fieldset, Group, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BrandingDraft } from './branding-draft.ts';

/** The languages of the hosted pages. */
const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'German' },
  { value: 'es', label: 'Spanish' },
  { value: 'fr', label: 'French' },
  { value: 'zh', label: 'Chinese' },
  { value: 'ar', label: 'Arabic' },
] as const satisfies readonly { value: FlowLanguage; label: string }[];

/** What end users agree to before they submit, language by language, under one version. */
export function ConsentFields(props: {
  readonly stored: BrandingDraft;
  readonly draft: BrandingDraft;
  readonly errors: { readonly version: string | undefined; readonly text: string | undefined };
  readonly write: ((part: Partial<BrandingDraft>) => void) | undefined;
}) {
  const { stored, draft, errors, write } = props;
  const [language, setLanguage] = useState<FlowLanguage>('en');
  const written = languages.filter(({ value }) => (draft.consent[value] ?? '').trim() !== '');
  const isOther = languages.some(
    ({ value }) => (stored.consent[value] ?? '') !== (draft.consent[value] ?? ''),
  );
  const isSameVersion = stored.consentVersion !== '' && stored.consentVersion === draft.consentVersion.trim();
  return (
    <Fieldset legend="Consent before submission">
      <Group align="start" grow mb="xs">
        <TextInput
          label="Version"
          description="Stored with each consent"
          maxLength={100}
          value={draft.consentVersion}
          readOnly={write === undefined}
          error={errors.version}
          onChange={(event) => write?.({ consentVersion: event.currentTarget.value })}
        />
        <Select
          label="Language"
          description={
            written.length === 0
              ? 'No text: the default text is shown'
              : `Available: ${written.map(({ label }) => label).join(', ')}; other languages show English`
          }
          data={[...languages]}
          value={language}
          allowDeselect={false}
          onChange={(value) => setLanguage((value ?? 'en') as FlowLanguage)}
        />
      </Group>
      <Textarea
        label={`Text in ${languages.find(({ value }) => value === language)!.label}`}
        size="xs"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={10_000}
        lang={language}
        dir={language === 'ar' ? 'rtl' : 'ltr'}
        value={draft.consent[language] ?? ''}
        readOnly={write === undefined}
        error={errors.text}
        onChange={(event) =>
          write?.({ consent: { ...draft.consent, [language]: event.currentTarget.value } })
        }
      />
      {isOther && isSameVersion && (
        <Alert color="orange" variant="outline" mt="xs">
          The text changed, but the version did not. Enter a new version to see later which text each person
          agreed to.
        </Alert>
      )}
    </Fieldset>
  );
}
