import type { HostedFile } from '@gatehouse/contract';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { call, Refused } from '../api.ts';
import { faultOf, type Setting, useSetting } from './setting-draft.ts';
import { SettingForm } from './setting-form.tsx';

/** What is said of the hosted pages as the form has it. */
interface Draft {
  readonly returnUrl: string;
  /** Origins, one on each line. */
  readonly origins: string;
}

/** Where the hosted pages lead on, and which pages of the tenant may show them in a frame. */
export function HostedPart(of: {
  readonly setting: Setting<HostedFile | null>;
  readonly mayChange: boolean;
}) {
  const { setting, mayChange } = of;
  const edited = useSetting<Draft>({
    stored: { ...setting, value: draftOf(setting.value) },
    send: ({ expectedVersion, value }) =>
      call('settings.changeHosted', { body: { expectedVersion, hosted: hostedOf(value) } }),
  });
  const { value, error } = edited;
  const wrong = wrongOrigin(error);
  return (
    <SettingForm
      title="Hosted pages"
      origin={setting}
      setting={edited}
      mayChange={mayChange}
      fields={['hosted.returnUrl', ...(wrong === undefined ? [] : [wrong.field])]}
    >
      <Stack gap="sm" maw={640}>
        <TextInput
          label="Where the last page leads on"
          description="Empty: end users are told that they can close the page. Nothing is added to the address, and who comes there proves nothing."
          placeholder="https://"
          maxLength={2000}
          value={value.returnUrl}
          readOnly={!mayChange}
          error={faultOf(error, 'hosted.returnUrl')}
          onChange={(event) => edited.write({ ...value, returnUrl: event.currentTarget.value })}
        />
        <Textarea
          label="Pages that may show them in a frame"
          description="Their origins, one on each line. Empty: none may. A link or a redirect needs no entry here."
          placeholder="https://app.acme.test"
          autosize
          minRows={2}
          maxRows={12}
          value={value.origins}
          readOnly={!mayChange}
          error={wrong && `Number ${wrong.index + 1} ${wrong.message}`}
          onChange={(event) => edited.write({ ...value, origins: event.currentTarget.value })}
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

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Which of the origins was refused, and why. */
function wrongOrigin(error: unknown) {
  if (!(error instanceof Refused)) return undefined;
  const { field = '', message } = error.problem;
  const index = /^hosted\.frameAncestors\[(\d+)\]$/.exec(field)?.[1];
  return index === undefined ? undefined : { field, message, index: Number(index) };
}
