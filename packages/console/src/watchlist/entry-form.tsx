import type { WatchlistItem } from '@gatehouse/contract';
import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { call } from '../api.ts';
import { textOf } from '../ui/form.ts';

export type Entry = WatchlistItem['entry'];

/** The names of countries come when an entry is edited. */
const CountrySelect = lazy(() =>
  import('../ui/country-select.tsx').then((found) => ({ default: found.CountrySelect })),
);

const trueMatchChoices = [
  { value: 'own-words', label: 'Reason in own words' },
  { value: 'second-person', label: 'Second approval, both in own words' },
  { value: 'reject-only', label: 'Rejection only' },
];

/** One entry of the watchlist, new or changed. */
export function EntryForm(props: {
  readonly entry: Partial<Entry>;
  readonly domain: string;
  readonly done: () => void;
}) {
  const { entry } = props;
  const save = useMutation({
    mutationFn: (body: Entry) => call('watchlist.keep', { params: { domain: props.domain }, body }),
    onSuccess: props.done,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(writtenEntry(new FormData(event.currentTarget), entry));
      }}
    >
      <Stack gap="sm">
        <TextInput
          name="id"
          label="ID"
          required
          defaultValue={entry.id ?? ''}
          readOnly={entry.id !== undefined}
          data-autofocus
        />
        <TextInput name="name" label="Name" required defaultValue={entry.name ?? ''} />
        <TextInput
          name="aliases"
          label="Other names"
          description="Separated by ;"
          defaultValue={entry.aliases?.join('; ') ?? ''}
        />
        <Select
          name="type"
          label="Type"
          data={['individual', 'corporate', 'vessel', 'aircraft', 'other']}
          defaultValue={entry.type ?? 'individual'}
          allowDeselect={false}
        />
        <TextInput
          name="dateOfBirth"
          label="Date of birth"
          placeholder="YYYY, YYYY-MM or YYYY-MM-DD"
          defaultValue={entry.dateOfBirth ?? ''}
        />
        <Suspense fallback={<TextInput label="Countries" disabled />}>
          <CountrySelect name="countries" label="Countries" defaultValue={entry.countries ?? []} />
        </Suspense>
        <Textarea
          name="identifiers"
          label="Identifiers"
          description="One per line: kind, colon, value. Such as Digital Currency Address - XBT: 12Qt… (XBT is OFAC’s code of Bitcoin) or Passport: AB12345"
          autosize
          minRows={2}
          spellCheck={false}
          defaultValue={entry.identifiers?.map(({ kind, value }) => `${kind}: ${value}`).join('\n') ?? ''}
        />
        <Select
          name="onTrueMatch"
          label="On a true match"
          description="What approving or closing a case takes in spite of it"
          placeholder="As the workflow says"
          data={trueMatchChoices}
          defaultValue={entry.onTrueMatch ?? null}
          clearable
        />
        <Textarea name="note" label="Note" defaultValue={entry.note ?? ''} />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** `Passport: AB12345` with its kind; a line without a colon is a value of no kind. */
function identifierOf(line: string): Entry['identifiers'][number] {
  const [, kind = '', value = line] = /^([^:]+):(.+)$/.exec(line) ?? [];
  return { kind: kind.trim() || 'id', value: value.trim() };
}

/** What the form says; gender stays, for it has no field. */
function writtenEntry(form: FormData, { gender }: Partial<Entry>): Entry {
  const text = (name: string) => textOf(form, name);
  const parts = (name: string, separator: string) =>
    text(name)
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return {
    id: text('id'),
    name: text('name'),
    type: text('type') as Entry['type'],
    aliases: parts('aliases', ';'),
    countries: parts('countries', ','),
    identifiers: parts('identifiers', '\n').map(identifierOf),
    ...(gender ? { gender } : {}),
    ...(text('dateOfBirth') ? { dateOfBirth: text('dateOfBirth') } : {}),
    ...(text('onTrueMatch') ? { onTrueMatch: text('onTrueMatch') as Entry['onTrueMatch'] } : {}),
    ...(text('note') ? { note: text('note') } : {}),
  };
}
