import type { BrandingFile, FlowLanguage } from '@gatehouse/contract';
import { Stack, TextInput, type TextInputProps } from '@mantine/core';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { type BrandingDraft, brandingOf, draftOf } from './branding-draft.ts';
import { BrandingPreview } from './branding-preview.tsx';
import { ColourField } from './colour-field.tsx';
import { ConsentFields, consentLanguages } from './consent-fields.tsx';
import { LogoField } from './logo-field.tsx';
import { faultOf, type Setting, useSetting } from './setting-draft.ts';
import { SettingForm } from './setting-form.tsx';
import { SettingSection } from './setting-section.tsx';

const fields = [
  'branding.name',
  'branding.logo',
  'branding.primaryColour',
  'branding.contact.email',
  'branding.contact.url',
  'branding.privacyUrl',
  'branding.consent.version',
  ...consentLanguages.map(consentTextField),
];

function consentTextField(language: FlowLanguage): string {
  return `branding.consent.text.${language}`;
}

/** How the hosted pages and messages show the tenant, beside their first screen as it would be. */
export function BrandingPart(props: {
  readonly setting: Setting<BrandingFile | null>;
  readonly tenantName: string;
  readonly mayChange: boolean;
}) {
  const { setting, mayChange } = props;
  const edited = useSetting<BrandingDraft>({
    stored: { ...setting, value: draftOf(setting.value) },
    send: ({ expectedVersion, value }) =>
      call('settings.changeBranding', { body: { expectedVersion, branding: brandingOf(value) } }),
  });
  const { value, error } = edited;
  const write = (part: Partial<BrandingDraft>) => edited.write({ ...value, ...part });
  const typed = (key: 'name' | 'email' | 'url' | 'privacyUrl', field: string) => ({
    value: value[key],
    readOnly: !mayChange,
    error: faultOf(error, field),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => write({ [key]: event.currentTarget.value }),
  });
  return (
    <div className="gh-columns">
      <SettingForm
        title={text('settings.branding')}
        origin={setting}
        setting={edited}
        mayChange={mayChange}
        fields={fields}
      >
        <Stack gap="lg">
          <SettingSection title={text('settings.identity')}>
            <Stack gap="sm">
              <TextInput
                label={text('settings.shownName')}
                description={text('settings.default', { name: props.tenantName })}
                maxLength={100}
                {...typed('name', 'branding.name')}
              />
              <LogoField
                logo={value.logo}
                error={faultOf(error, 'branding.logo')}
                choose={mayChange ? (logo) => write({ logo }) : undefined}
              />
              <ColourField
                colour={value.primaryColour}
                error={faultOf(error, 'branding.primaryColour')}
                choose={mayChange ? (primaryColour) => write({ primaryColour }) : undefined}
              />
            </Stack>
          </SettingSection>
          <HelpContact
            email={typed('email', 'branding.contact.email')}
            url={typed('url', 'branding.contact.url')}
          />
          <TextInput
            label={text('settings.privacyNotice')}
            description={text('settings.privacyWords')}
            placeholder="https://"
            dir="ltr"
            maxLength={2000}
            {...typed('privacyUrl', 'branding.privacyUrl')}
          />
          <ConsentFields
            stored={draftOf(setting.value)}
            draft={value}
            errors={{
              version: faultOf(error, 'branding.consent.version'),
              textOf: (language) => faultOf(error, consentTextField(language)),
            }}
            write={mayChange ? write : undefined}
          />
        </Stack>
      </SettingForm>
      <BrandingPreview draft={value} tenantName={props.tenantName} />
    </div>
  );
}

type FieldProps = Pick<TextInputProps, 'value' | 'readOnly' | 'error' | 'onChange'>;

/** Whom end users may ask. */
function HelpContact({ email, url }: { readonly email: FieldProps; readonly url: FieldProps }) {
  return (
    <SettingSection title={text('settings.helpContact')}>
      <Stack gap="sm">
        <TextInput label={text('settings.email')} type="email" dir="ltr" {...email} />
        <TextInput
          label={text('settings.helpPage')}
          description={text('settings.helpPageWords')}
          placeholder="https://"
          dir="ltr"
          {...url}
        />
      </Stack>
    </SettingSection>
  );
}
