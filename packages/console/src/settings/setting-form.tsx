import type { SettingOrigin } from '@gatehouse/contract';
import { Alert, Button, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Refused } from '../api.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { formatInstant } from '../ui/format.ts';
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
  return (
    <form
      className="gh-panel gh-form"
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
        <Group justify="flex-end" mt="md">
          <Button variant="default" disabled={!setting.isDirty} onClick={() => setting.drop()}>
            Discard changes
          </Button>
          <Button type="submit" loading={setting.isSaving} disabled={!setting.isDirty || setting.isOutdated}>
            Save
          </Button>
        </Group>
      )}
    </form>
  );
}

/** Somebody was faster; nothing is written over without a word. */
function Outdated({ setting }: { readonly setting: Pick<EditedSetting<unknown>, 'drop' | 'keep'> }) {
  return (
    <Alert color="orange" variant="outline" role="alert" title="Changed by someone else" mb="sm">
      <Group justify="space-between">
        <Text size="sm">Your changes are based on an earlier version.</Text>
        <Group gap="xs">
          <Button variant="default" onClick={() => setting.drop()}>
            Use their version
          </Button>
          <Button variant="default" onClick={() => setting.keep()}>
            Keep my version
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
  const when = changedAt === null ? '' : `, ${formatInstant(changedAt)}`;
  const who = changedBy ?? 'the tenant file';
  return (
    <Text size="xs" className="gh-dim" mb="sm">
      {version === 0 ? 'Not changed yet.' : `Version ${version}, by ${who}${when}.`}
      {isInFile && ' The tenant file sets this too: applying it again overwrites this version.'}
    </Text>
  );
}
