import type { WatchlistItem } from '@gatehouse/contract';
import { Button, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { textOf } from '../ui/form.ts';

export type Entry = WatchlistItem['entry'];

/** The names of countries come when an entry is edited. */
const CountrySelect = lazy(() =>
  import('../ui/country-select.tsx').then((found) => ({ default: found.CountrySelect })),
);

const types = (['individual', 'corporate', 'vessel', 'aircraft', 'other'] as const).map((value) => ({
  value,
  label: text(`watchlist.type-${value}`),
}));

const trueMatchChoices = [
  { value: 'own-words', label: text('watchlist.ownWords') },
  { value: 'second-person', label: text('watchlist.secondApproval') },
  { value: 'reject-only', label: text('watchlist.rejectionOnly') },
];

/** One entry of the watchlist, new or changed. */
export function EntryForm(props: {
  readonly entry: Partial<Entry>;
  readonly domain: string;
  readonly done: () => void;
  readonly cancel: () => void;
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
          label={text('terms.id')}
          required
          defaultValue={entry.id ?? ''}
          readOnly={entry.id !== undefined}
          data-autofocus
        />
        <TextInput name="name" label={text('terms.name')} required defaultValue={entry.name ?? ''} />
        <TextInput
          name="aliases"
          label={text('watchlist.otherNames')}
          description={text('watchlist.separated')}
          defaultValue={entry.aliases?.join('; ') ?? ''}
        />
        <Select
          name="type"
          label={text('terms.type')}
          data={types}
          defaultValue={entry.type ?? 'individual'}
          allowDeselect={false}
        />
        <TextInput
          name="dateOfBirth"
          label={text('terms.dateOfBirth')}
          placeholder={text('watchlist.dateForm')}
          defaultValue={entry.dateOfBirth ?? ''}
        />
        <CountryField countries={entry.countries ?? []} />
        <Textarea
          name="identifiers"
          label={text('watchlist.identifiers')}
          description={text('watchlist.identifiersWords')}
          autosize
          minRows={2}
          spellCheck={false}
          defaultValue={entry.identifiers?.map(({ kind, value }) => `${kind}: ${value}`).join('\n') ?? ''}
        />
        <Select
          name="onTrueMatch"
          label={text('watchlist.onTrueMatch')}
          description={text('watchlist.onTrueMatchWords')}
          placeholder={text('watchlist.asWorkflow')}
          data={trueMatchChoices}
          defaultValue={entry.onTrueMatch ?? null}
          clearable
        />
        <Textarea name="note" label={text('terms.note')} defaultValue={entry.note ?? ''} />
        <DialogActions cancel={props.cancel}>
          <Button type="submit" loading={save.isPending}>
            {text('actions.save')}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

function CountryField({ countries }: { readonly countries: readonly string[] }) {
  return (
    <Suspense fallback={<TextInput label={text('terms.countries')} disabled />}>
      <CountrySelect name="countries" label={text('terms.countries')} defaultValue={[...countries]} />
    </Suspense>
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
