import type { SettingOrigin } from '@gatehouse/contract';
import { Alert, Button, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Refused } from '../api.ts';
import { describeError } from '../queries.ts';
import { formatInstant } from '../ui/format.ts';
import type { SettingDraft } from './setting-draft.ts';

/** One section with where it came from, what stands in the way of saving it, and its buttons. */
export function SettingForm(of: {
  readonly title: string;
  readonly origin: SettingOrigin;
  readonly draft: SettingDraft<unknown>;
  readonly mayChange: boolean;
  readonly error: Error | null;
  /** Fields of the form that tell their own faults. */
  readonly fields?: readonly string[];
  readonly pending: boolean;
  readonly save: () => void;
  readonly children: ReactNode;
}) {
  const { draft, error } = of;
  const isToldAtField = error instanceof Refused && (of.fields ?? []).includes(error.problem.field ?? '');
  return (
    <form
      className="gh-panel gh-form"
      aria-label={of.title}
      onSubmit={(event) => {
        event.preventDefault();
        of.save();
      }}
    >
      <Title order={2} size="h5">
        {of.title}
      </Title>
      <Origin of={of.origin} />
      {draft.isOutdated ? (
        <Outdated draft={draft} />
      ) : (
        error &&
        !isToldAtField && (
          <Alert color="red" variant="outline" role="alert" mb="sm">
            {describeError(error)}
          </Alert>
        )
      )}
      {of.children}
      {of.mayChange && (
        <Group justify="flex-end" mt="md">
          <Button variant="default" disabled={!draft.isDirty} onClick={() => draft.drop()}>
            Undo changes
          </Button>
          <Button type="submit" loading={of.pending} disabled={!draft.isDirty || draft.isOutdated}>
            Save
          </Button>
        </Group>
      )}
    </form>
  );
}

/** Somebody was faster; nothing is written over without a word. */
function Outdated({ draft }: { readonly draft: SettingDraft<unknown> }) {
  return (
    <Alert color="orange" variant="outline" role="alert" title="Changed by somebody else meanwhile" mb="sm">
      <Group justify="space-between">
        <Text size="sm">What you wrote began from an earlier version.</Text>
        <Group gap="xs">
          <Button variant="default" onClick={() => draft.drop()}>
            Show what is stored
          </Button>
          <Button variant="default" onClick={() => draft.keep()}>
            Keep mine, to save over it
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}

/** Which version is in force, whose it is, and whether a tenant file will say otherwise. */
export function Origin({ of: { version, changedBy, changedAt, isInFile } }: { readonly of: SettingOrigin }) {
  const when = changedAt === null ? '' : `, ${formatInstant(changedAt)}`;
  const who = changedBy ?? 'the tenant file';
  return (
    <Text size="xs" className="gh-dim" mb="sm">
      {version === 0 ? 'Not changed yet.' : `Version ${version}, by ${who}${when}.`}
      {isInFile &&
        ' The tenant file that was applied last speaks of it: applied again, its word counts again.'}
    </Text>
  );
}
