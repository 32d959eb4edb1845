import type { SubmittedInformation } from '@gatehouse/contract';
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { OwnershipPicture } from '../ownership/ownership-picture.tsx';

/** Where the cards of the picture lead to. */
export const customerHitsId = 'hits';

/** Hits that an answer has without more being asked for. */
const shownHits = 100;

/** The ownership that a customer stated last, as a picture with its newest hits; a card with hits leads to their table. */
export function CustomerPicture({
  customer,
  name,
  ownership,
}: {
  readonly customer: { readonly domain: string; readonly customerId: string };
  readonly name: string;
  readonly ownership: NonNullable<SubmittedInformation['ownership']>;
}) {
  const found = useQuery({
    queryKey: ['customer', customer.domain, customer.customerId, 'hits'],
    queryFn: ({ signal }) => call('customers.hits', { params: { ...customer }, signal }),
  });
  const rows = found.data?.hits;
  const hits = useMemo(
    () =>
      (rows ?? []).map(({ subject, ruling, silenced, at }) => ({
        subject,
        silenced,
        // A hit that came after its ruling and is not suppressed waits for a new one: one side changed since.
        resolution:
          ruling?.ruling === 'TRUE_MATCH'
            ? ('TRUE_MATCH' as const)
            : ruling?.ruling === 'FALSE_POSITIVE' && (silenced || ruling.ruledAt >= at)
              ? ('FALSE_POSITIVE' as const)
              : null,
        follow: () => document.getElementById(customerHitsId)?.focus(),
      })),
    [rows],
  );
  const shown = useMemo(() => ({ name }), [name]);
  return (
    <section className="gh-panel gh-block" aria-label={text('customers.ownership')}>
      <Title order={2} size="h5">
        {text('customers.ownershipStructure')}
      </Title>
      <OwnershipPicture ownership={ownership} customer={shown} hits={hits} />
      {hits.length >= shownHits && (
        <Text size="xs" className="gh-dim">
          {text('customers.newestHits', { count: shownHits })}
        </Text>
      )}
    </section>
  );
}
