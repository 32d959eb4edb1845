import type { FlowLanguage } from '@gatehouse/contract';
import { Alert, Group, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { currentLocale, text } from '../messages/text.ts';
import { listText } from '../ui/format.ts';
import type { BrandingDraft } from './branding-draft.ts';
import { SettingSection } from './setting-section.tsx';

export const consentLanguages = [
  'en',
  'de',
  'es',
  'fr',
  'zh',
  'ar',
] as const satisfies readonly FlowLanguage[];
const names = new Intl.DisplayNames(currentLocale(), { type: 'language' });

/** The languages of the hosted pages. */
const languages = consentLanguages.map((value) => ({ value, label: names.of(value) ?? value }));

/** What end users agree to before they submit, language by language, under one version. */
export function ConsentFields(props: {
  readonly stored: BrandingDraft;
  readonly draft: BrandingDraft;
  readonly errors: {
    readonly version: string | undefined;
    readonly textOf: (language: FlowLanguage) => string | undefined;
  };
  readonly write: ((part: Partial<BrandingDraft>) => void) | undefined;
}) {
  const { stored, draft, errors, write } = props;
  const [language, setLanguage] = useState<FlowLanguage>('en');
  const refused = consentLanguages.find((code) => errors.textOf(code) !== undefined);
  const [seen, setSeen] = useState(refused);
  if (seen !== refused) {
    setSeen(refused);
    // The text that was refused is shown with why, before the form looks for it.
    if (refused !== undefined) setLanguage(refused);
  }
  const written = languages.filter(({ value }) => (draft.consent[value] ?? '').trim() !== '');
  const isOther = languages.some(
    ({ value }) => (stored.consent[value] ?? '') !== (draft.consent[value] ?? ''),
  );
  const isSameVersion = stored.consentVersion !== '' && stored.consentVersion === draft.consentVersion.trim();
  return (
    <SettingSection title={text('settings.consent')}>
      <Group align="start" grow mb="xs">
        <TextInput
          label={text('settings.version')}
          description={text('settings.versionWords')}
          maxLength={100}
          value={draft.consentVersion}
          readOnly={write === undefined}
          error={errors.version}
          onChange={(event) => write?.({ consentVersion: event.currentTarget.value })}
        />
        <Select
          label={text('actions.language')}
          description={
            written.length === 0
              ? text('settings.noConsentText')
              : text('settings.availableIn', { languages: listText(written.map(({ label }) => label)) })
          }
          data={[...languages]}
          value={language}
          allowDeselect={false}
          onChange={(value) => setLanguage((value ?? 'en') as FlowLanguage)}
        />
      </Group>
      <Textarea
        label={text('settings.textIn', { language: names.of(language) ?? language })}
        size="xs"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={10_000}
        lang={language}
        dir={language === 'ar' ? 'rtl' : 'ltr'}
        value={draft.consent[language] ?? ''}
        readOnly={write === undefined}
        error={errors.textOf(language)}
        onChange={(event) =>
          write?.({ consent: { ...draft.consent, [language]: event.currentTarget.value } })
        }
      />
      {isOther && isSameVersion && (
        <Alert color="orange" variant="outline" mt="xs">
          {text('settings.sameVersion')}
        </Alert>
      )}
    </SettingSection>
  );
}
