import type { ConsoleBody } from '@gatehouse/contract';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import type { PreviewSettings } from './preview-queries.ts';
import type { Dial } from './setting-steps.ts';

type Screening = ConsoleBody<'assurance.order'>['screening'];

/** Tests compared settings on altered records of the lists: what they would miss, beside what they alert. */
export function TestOnPack(props: {
  readonly domain: string;
  readonly name: string;
  readonly settings: PreviewSettings;
  readonly dial: Pick<Dial, 'node' | 'engine'>;
}) {
  const { domain, settings, dial } = props;
  const { permissions } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const order = useMutation({
    mutationFn: () => {
      const { engine, node } = dial;
      const screening = { engine, engineSettings: settings[node]?.[engine] } as Screening;
      const body = { seed: 1, size: 20_000, cleanFrom: 'MADE_UP', screening } as const;
      return call('assurance.order', { params: { domain }, body });
    },
    onSuccess: async ({ assuranceRunId }) => {
      await queries.invalidateQueries({ queryKey: ['assurance', domain], exact: true });
      await navigate({ to: '/assurance/$domain/$assuranceRunId', params: { domain, assuranceRunId } });
    },
  });
  if (!permissions.includes('assurance.run')) return null;
  return (
    <Button
      variant="subtle"
      loading={order.isPending}
      aria-label={text('previews.testNamed', { setting: props.name })}
      onClick={() => order.mutate()}
    >
      {text('previews.test')}
    </Button>
  );
}
