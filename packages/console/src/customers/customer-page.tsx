import type { CustomerDetail } from '@gatehouse/contract';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import Building2 from 'lucide-react/icons/building-2';
import UserRound from 'lucide-react/icons/user-round';
import { lazy, Suspense, useEffect } from 'react';
import { call } from '../api.ts';
import { SubmittedSections } from '../documents/submitted-information.tsx';
import { CustomerErasure } from '../erasure/customer-erasure.tsx';
import { Facts, factsOf } from '../hits/hit-parts.tsx';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { InlineId } from '../ui/copy-id.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatInstant, labelOf } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { PageSkeleton } from '../ui/skeletons.tsx';
import { Cases, Submits } from './customer-cases.tsx';
import { Files } from './customer-documents.tsx';
import { Hits, Rulings } from './customer-hits.tsx';
import { MonitoringChoice } from './customer-monitoring.tsx';
import { CustomerPicture } from './customer-picture.tsx';
import { type CustomerKey, Heading, Nothing } from './customer-section.tsx';
import { CustomerSummary } from './customer-summary.tsx';
import { RelatedParties } from './related-parties.tsx';
import { useSubmittedInformation } from './submitted-information.ts';

/** Loaded where there is a customer to show. */
const RiskOverTime = lazy(() =>
  import('./risk-over-time.tsx').then(({ RiskOverTime: component }) => ({ default: component })),
);

const route = getRouteApi('/customers/$domain/$customerId');

/** A customer: what is known, submits, cases, hits with their rulings, files, and whether it is monitored. */
export function CustomerPage() {
  const params = route.useParams();
  const { permissions } = useSession();
  const found = useQuery({
    queryKey: ['customer', params.domain, params.customerId, 'self'],
    queryFn: ({ signal }) => call('customers.read', { params, signal }),
  });
  useEffect(() => {
    document.title = `${found.data === undefined ? params.customerId : nameOf(found.data)} · Gatehouse`;
  }, [found.data, params.customerId]);
  useKeys({ escape: () => window.history.back() });
  if (found.isError) return <Failure error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <PageSkeleton />;
  const { name, customerId, customerType, profile, idType, idNumber, createdAt, updatedAt } = found.data;
  const shownName = nameOf(found.data);
  const facts = factsOf({
    ...profile,
    ...(idType === null ? {} : { idType, idNumber }),
  });
  return (
    <>
      <div className="gh-subject-head gh-customer">
        <Avatar name={shownName} size="large" icon={customerType === 'corporate' ? Building2 : UserRound} />
        <div>
          <Title order={1} size="h3" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {shownName}
          </Title>
          <Text component="div" size="sm" className="gh-dim" style={{ overflowWrap: 'anywhere' }}>
            <InlineId id={customerId} />
            {customerType === null ? '' : ` · ${labelOf(customerType)}`} ·{' '}
            {text('customers.summary', {
              created: formatInstant(createdAt),
              submitted: formatInstant(updatedAt),
            })}
          </Text>
        </div>
      </div>
      <CustomerSummary customer={params} />
      <div className="gh-columns">
        <div>
          <section className="gh-panel gh-block" aria-label={text('customers.profile')}>
            <Heading>{text('customers.profile')}</Heading>
            {facts.length === 0 && (
              <Nothing>
                {name === null ? text('customers.noProfile') : text('customers.noProfileBesides')}
              </Nothing>
            )}
            <Facts facts={facts} />
          </section>
          <MonitoringChoice customer={params} mayChoose={permissions.includes('customers.work')} />
          {permissions.includes('uploads.read') && <Files customer={params} />}
        </div>
        <div>
          {permissions.includes('executions.read') && (
            <Suspense fallback={null}>
              <RiskOverTime customer={params} readsCases={permissions.includes('cases.read')} />
            </Suspense>
          )}
          {permissions.includes('cases.read') && <Cases customer={params} />}
          {permissions.includes('executions.read') && <Submits customer={params} />}
        </div>
      </div>
      <Submitted customer={params} name={shownName} />
      <RelatedParties customer={params} />
      <Hits customer={params} />
      <Rulings customer={params} />
      {permissions.includes('erasures.read') && <CustomerErasure customer={params} />}
    </>
  );
}

/** What the customer stated last; nothing where it stated nothing. */
function Submitted({ customer, name }: { readonly customer: CustomerKey; readonly name: string }) {
  const information = useSubmittedInformation(customer);
  if (!information) return null;
  return (
    <>
      {information.ownership && (
        <CustomerPicture customer={customer} name={name} ownership={information.ownership} />
      )}
      <Stack gap="sm" mb="sm">
        <SubmittedSections information={information} />
      </Stack>
    </>
  );
}

/** By its name, else by that of its company, where a workflow asks for that alone. */
function nameOf({ name, profile, customerId }: CustomerDetail): string {
  const company = profile['companyName'];
  return name ?? (typeof company === 'string' && company.trim() !== '' ? company : customerId);
}
