import type { SettingOrigin } from '@gatehouse/contract';
import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Refused } from '../api.ts';
import { text } from '../messages/text.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { formatZonedInstant } from '../ui/format.ts';
import type { EditedSetting } from './setting-draft.ts';

/** One section with its origin, what prevents saving it, and its buttons. */
export function SettingForm(props: {
  readonly title: string;
  readonly origin: SettingOrigin;
  readonly setting: EditedSetting<unknown>;
  readonly mayChange: boolean;
  /** Fields of the form that show their own errors. */
  readonly fields?: readonly string[];
  /** Where something is asked before it is saved. */
  readonly save?: () => void;
  readonly children: ReactNode;
}) {
  const { setting } = props;
  const { error } = setting;
  const isToldAtField = error instanceof Refused && (props.fields ?? []).includes(error.problem.field ?? '');
  const form = useRef<HTMLFormElement>(null);
  // The field that was refused may be out of sight, above or below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal leads there again
  useEffect(() => {
    if (isToldAtField) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [isToldAtField, error]);
  return (
    <form
      ref={form}
      className="gh-panel gh-form gh-setting"
      aria-label={props.title}
      onSubmit={(event) => {
        event.preventDefault();
        if (props.save) props.save();
        else setting.save();
      }}
    >
      <Title order={2} size="h5">
        {props.title}
      </Title>
      <Origin origin={props.origin} />
      {setting.isOutdated ? (
        <Outdated setting={setting} />
      ) : (
        <ErrorAlert error={isToldAtField ? null : error} mb="sm" />
      )}
      {props.children}
      {props.mayChange && (
        <Group justify="flex-end" className="gh-setting-actions">
          {setting.isDirty && (
            <Text size="sm" className="gh-dim gh-setting-state">
              {text('settings.unsaved')}
            </Text>
          )}
          <Button variant="default" disabled={!setting.isDirty} onClick={() => setting.drop()}>
            {text('settings.discard')}
          </Button>
          <Button type="submit" loading={setting.isSaving} disabled={!setting.isDirty || setting.isOutdated}>
            {text('actions.save')}
          </Button>
        </Group>
      )}
    </form>
  );
}

/** Somebody was faster; nothing is written over without a word. */
function Outdated({ setting }: { readonly setting: Pick<EditedSetting<unknown>, 'drop' | 'keep'> }) {
  return (
    <Alert color="orange" variant="outline" role="alert" title={text('settings.changedByOther')} mb="sm">
      <Group justify="space-between">
        <Text size="sm">{text('settings.basedOnEarlier')}</Text>
        <Group gap="xs">
          <Button variant="default" onClick={() => setting.drop()}>
            {text('settings.useTheirs')}
          </Button>
          <Button variant="default" onClick={() => setting.keep()}>
            {text('settings.keepMine')}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}

/** Which version is active, whose it is, and whether a tenant file will say otherwise. */
export function Origin({
  origin: { version, changedBy, changedAt, isInFile },
}: {
  readonly origin: SettingOrigin;
}) {
  const who = changedBy ?? text('settings.tenantFile');
  return (
    <Text size="xs" className="gh-dim" mb="sm">
      {version === 0
        ? text('settings.neverChanged')
        : changedAt === null
          ? text('settings.origin', { version, who })
          : text('settings.originAt', { version, who, at: formatZonedInstant(changedAt) })}
      {isInFile && ` ${text('settings.isInFile')}`}
    </Text>
  );
}
