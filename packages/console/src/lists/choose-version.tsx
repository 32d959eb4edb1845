import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { Confirm } from '../ui/confirm.tsx';
import { type Choice, choiceLabels } from './versions.tsx';

/** Activating another version after it was asked for and confirmed. */
export function useVersionChoice(onActivated?: (source: string) => void) {
  const queries = useQueryClient();
  const [asked, ask] = useState<Choice>();
  const choose = useMutation({
    mutationFn: (choice: Choice) => call('lists.choose', { body: choice }),
    onSuccess: ({ outcomes }, { source }) => {
      if (outcomes.every(({ kind }) => kind === 'activated')) onActivated?.(source);
    },
    onSettled: () => {
      ask(undefined);
      return queries.invalidateQueries({ queryKey: ['lists'] });
    },
  });
  return { asked, ask, choose };
}

/** Asks whether another version is to be activated, and says what that does. */
export function ConfirmChoice({ asked, ask, choose }: ReturnType<typeof useVersionChoice>) {
  return (
    <Confirm
      opened={asked !== undefined}
      title={asked === undefined ? '' : questionOf(asked)}
      words={asked === undefined ? '' : consequence(asked)}
      action={asked === undefined ? '' : choiceLabels[asked.reason]}
      pending={choose.isPending}
      confirm={() => asked !== undefined && choose.mutate(asked)}
      cancel={() => ask(undefined)}
    />
  );
}

function questionOf({ source, version, reason }: Choice): string {
  return reason === 'accept'
    ? text('lists.acceptAsk', { source, version })
    : text('lists.rollBackAsk', { source, version });
}

function consequence({ version, reason }: Choice): string {
  const common = text('lists.everyTenant');
  return reason === 'accept'
    ? text('lists.acceptWords', { version, common })
    : text('lists.rollBackWords', { version, common });
}
