import type { SubmittedInformation } from '@gatehouse/contract';
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { text } from '../messages/text.ts';
import { OwnershipPicture } from '../ownership/ownership-picture.tsx';
import { hitsQuery, resolutionOf, shownHits } from './customer-queries.ts';

/** Where the cards of the picture lead to. */
export const customerHitsId = 'hits';

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
  const found = useQuery(hitsQuery(customer));
  const rows = found.data?.hits;
  const hits = useMemo(
    () =>
      (rows ?? []).map((hit) => ({
        subject: hit.subject,
        silenced: hit.silenced,
        resolution: resolutionOf(hit),
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
