import type { HostedFile } from '@gatehouse/contract';
import { Stack, TextInput } from '@mantine/core';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { lineFault, linesOf } from './lines.ts';
import { LinesField } from './lines-field.tsx';
import { faultOf, problemOf, type Setting, useSetting } from './setting-draft.ts';
import { SettingForm } from './setting-form.tsx';

/** What is said of the hosted pages as the form has it. */
interface Draft {
  readonly returnUrl: string;
  /** Origins, one on each line. */
  readonly origins: string;
}

/** Where the hosted pages lead on, and which pages of the tenant may show them in a frame. */
export function HostedPart(props: {
  readonly setting: Setting<HostedFile | null>;
  readonly mayChange: boolean;
}) {
  const { setting, mayChange } = props;
  const edited = useSetting<Draft>({
    stored: { ...setting, value: draftOf(setting.value) },
    send: ({ expectedVersion, value }) =>
      call('settings.changeHosted', { body: { expectedVersion, hosted: hostedOf(value) } }),
  });
  const { value, error } = edited;
  const fault = lineFault(problemOf(error), 'hosted.frameAncestors', value.origins);
  return (
    <SettingForm
      title={text('settings.hosted')}
      origin={setting}
      setting={edited}
      mayChange={mayChange}
      fields={['hosted.returnUrl', ...(fault === undefined ? [] : [fault.field])]}
    >
      <Stack gap="sm">
        <TextInput
          label={text('settings.returnUrl')}
          description={text('settings.returnUrlWords')}
          placeholder="https://"
          dir="ltr"
          maxLength={2000}
          value={value.returnUrl}
          readOnly={!mayChange}
          error={faultOf(error, 'hosted.returnUrl')}
          onChange={(event) => edited.write({ ...value, returnUrl: event.currentTarget.value })}
        />
        <LinesField
          label={text('settings.frameOrigins')}
          description={text('settings.frameOriginsWords')}
          placeholder="https://app.acme.test"
          value={value.origins}
          fault={fault}
          write={mayChange ? (origins) => edited.write({ ...value, origins }) : undefined}
        />
      </Stack>
    </SettingForm>
  );
}

function draftOf(hosted: HostedFile | null): Draft {
  return { returnUrl: hosted?.returnUrl ?? '', origins: hosted?.frameAncestors.join('\n') ?? '' };
}

function hostedOf({ returnUrl, origins }: Draft): HostedFile | null {
  const frameAncestors = linesOf(origins);
  const address = returnUrl.trim();
  if (address === '' && frameAncestors.length === 0) return null;
  return { frameAncestors, ...(address !== '' && { returnUrl: address }) };
}
