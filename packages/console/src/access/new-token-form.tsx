import type { maxAccessTokenDays } from '@gatehouse/contract';
import { Button, Checkbox, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDomain } from '../domain.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { textOf } from '../ui/form.ts';

/** As the service has it; the compiler compares them. */
const maxDays: typeof maxAccessTokenDays = 90;

export interface NewToken {
  readonly name: string;
  readonly domain: string;
  readonly personalData: boolean;
  readonly days: number;
}

/** What an access token may read, and for how long. */
export function NewTokenForm(props: {
  readonly create: (token: NewToken) => void;
  readonly cancel: () => void;
}) {
  const { domains } = useSession();
  const [domain, setDomain] = useState(useDomain());
  const [days, setDays] = useState<number | string>(30);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        props.create({
          name: textOf(form, 'name'),
          domain,
          personalData: form.get('personalData') !== null,
          days: Number(days),
        });
      }}
    >
      <Stack gap="sm">
        <TextInput
          name="name"
          label={text('access.name')}
          description={text('access.nameWords')}
          required
          maxLength={100}
          data-autofocus
        />
        <Select
          label={text('access.domain')}
          description={text('access.domainWords')}
          data={[...domains]}
          value={domain}
          onChange={(value) => value !== null && setDomain(value)}
          allowDeselect={false}
        />
        <NumberInput
          label={text('access.days')}
          min={1}
          max={maxDays}
          clampBehavior="strict"
          allowDecimal={false}
          required
          value={days}
          onChange={setDays}
        />
        <Checkbox
          name="personalData"
          label={text('access.personalData')}
          description={text('access.personalDataWords')}
        />
        <DialogActions cancel={props.cancel}>
          <Button type="submit">{text('access.create')}</Button>
        </DialogActions>
      </Stack>
    </form>
  );
}
