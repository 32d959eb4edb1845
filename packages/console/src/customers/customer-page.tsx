import type { CustomerDetail } from '@gatehouse/contract';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { call, isNotFound } from '../api.ts';
import { SubmittedSections } from '../documents/submitted-information.tsx';
import { CustomerErasure } from '../erasure/customer-erasure.tsx';
import { usePageName } from '../navigation/page-name.ts';
import { CustomerRelationship } from '../retention/customer-relationship.tsx';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { useKeys } from '../ui/keys.ts';
import { PageSkeleton } from '../ui/skeletons.tsx';
import { AbsentCustomer } from './absent-customer.tsx';
import { Cases, Submits } from './customer-cases.tsx';
import { Files } from './customer-documents.tsx';
import { CustomerHead } from './customer-head.tsx';
import { Hits, Rulings } from './customer-hits.tsx';
import { MonitoringChoice } from './customer-monitoring.tsx';
import { CustomerPicture } from './customer-picture.tsx';
import { CustomerProfile } from './customer-profile.tsx';
import { riskQuery } from './customer-queries.ts';
import { CustomerSummary } from './customer-summary.tsx';
import { RelatedParties } from './related-parties.tsx';
import { submittedInformationQuery } from './submitted-information.ts';

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
  const stated = useQuery(submittedInformationQuery(params));
  const newest = useQuery({ ...riskQuery(params), enabled: permissions.includes('executions.read') }).data
    ?.executions[0]?.eventType;
  useEffect(() => {
    document.title = `${found.data === undefined ? params.customerId : nameOf(found.data)} · Gatehouse`;
  }, [found.data, params.customerId]);
  usePageName(found.data && nameOf(found.data));
  useKeys({ escape: () => window.history.back() });
  if (isNotFound(found.error)) return <AbsentCustomer customer={params} />;
  if (found.isError) return <Failure error={found.error} retry={() => void found.refetch()} />;
  // What is high on the page would move what is below it.
  if (!found.data || (stated.isPending && stated.failureCount === 0)) return <PageSkeleton />;
  const shownName = nameOf(found.data);
  const information = stated.data?.submittedInformation ?? undefined;
  const { customerType } = found.data;
  const ownership = information?.ownership;
  const isCompany =
    customerType === null ? newest === 'KYB_EVENT' || ownership != null : customerType === 'corporate';
  const cases = permissions.includes('cases.read') && <Cases customer={params} />;
  return (
    <>
      <CustomerHead customer={found.data} name={shownName} isCompany={isCompany} />
      <CustomerSummary customer={params} />
      {ownership && <CustomerPicture customer={params} name={shownName} ownership={ownership} />}
      <div className="gh-columns">
        <div>
          <CustomerProfile customer={found.data} isCompany={isCompany} information={information} />
          <MonitoringChoice customer={params} mayChoose={permissions.includes('customers.work')} />
          {permissions.includes('uploads.read') && <Files customer={params} />}
          {ownership && cases}
        </div>
        <div>
          {permissions.includes('executions.read') && (
            <Suspense fallback={null}>
              <RiskOverTime customer={params} readsCases={permissions.includes('cases.read')} />
            </Suspense>
          )}
          {!ownership && cases}
          {permissions.includes('executions.read') && <Submits customer={params} />}
        </div>
      </div>
      {information && (
        <Stack gap="sm" mb="sm">
          <SubmittedSections information={information} />
        </Stack>
      )}
      <RelatedParties customer={params} />
      <Hits customer={params} />
      <Rulings customer={params} />
      <CustomerRelationship customer={params} endedOn={found.data.relationshipEndedOn} />
      {permissions.includes('erasures.read') && <CustomerErasure customer={params} />}
    </>
  );
}

/** By its name, else by that of its company, where a workflow asks for that alone. */
function nameOf({ name, profile, customerId }: CustomerDetail): string {
  const company = profile['companyName'];
  return name ?? (typeof company === 'string' && company.trim() !== '' ? company : customerId);
}
