import { Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import Building2 from 'lucide-react/icons/building-2';
import UserRound from 'lucide-react/icons/user-round';
import { lazy, Suspense, useEffect } from 'react';
import { call } from '../api.ts';
import { DueText } from '../cases/due-text.tsx';
import { workbenchTexts } from '../cases/workbench-texts.ts';
import { DocumentList } from '../documents/document-list.tsx';
import { SubmittedSections } from '../documents/submitted-information.tsx';
import { Facts, factsOf } from '../hits/hit-parts.tsx';
import { categoryText, listTitle } from '../hits/list-titles.ts';
import { SampleBadge } from '../hits/sample-badge.tsx';
import { asOwner, subjectLabel } from '../hits/subject-label.ts';
import { useSession } from '../session/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { documentTypeText } from '../ui/country-text.ts';
import { decisionLabel } from '../ui/decision-label.ts';
import { Failure } from '../ui/failure.tsx';
import { formatInstant, labelOf, percent } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { useKeys } from '../ui/keys.ts';
import { eventIcon } from '../ui/kind-icons.ts';
import { PageSkeleton, RowsSkeleton } from '../ui/skeletons.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { CustomerPicture, customerHitsId } from './customer-picture.tsx';
import { RelatedParties } from './related-parties.tsx';
import { useSubmittedInformation } from './submitted-information.ts';

/** Loaded where there is a customer to show. */
const RiskOverTime = lazy(() =>
  import('./risk-over-time.tsx').then(({ RiskOverTime: component }) => ({ default: component })),
);

const route = getRouteApi('/customers/$domain/$customerId');

interface Of {
  readonly domain: string;
  readonly customerId: string;
}

/** A customer: what is known, submits, cases, hits with their rulings, files, and whether it is monitored. */
export function CustomerPage() {
  const params = route.useParams();
  const { permissions } = useSession();
  const found = useQuery({
    queryKey: ['customer', params.domain, params.customerId, 'self'],
    queryFn: ({ signal }) => call('customers.read', { params, signal }),
  });
  useEffect(() => {
    document.title = `${found.data?.name ?? params.customerId} · Gatehouse`;
  }, [found.data, params.customerId]);
  useKeys({ escape: () => window.history.back() });
  if (found.isError) return <Failure error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <PageSkeleton />;
  const { name, customerId, customerType, profile, idType, idNumber, createdAt, updatedAt } = found.data;
  const facts = factsOf({
    ...profile,
    ...(idType === null ? {} : { idType, idNumber }),
  });
  return (
    <>
      <div className="gh-subject-head gh-customer">
        <Avatar
          name={name ?? customerId}
          size="large"
          icon={customerType === 'corporate' ? Building2 : UserRound}
        />
        <div>
          <Title order={1} size="h3" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {name ?? customerId}
          </Title>
          <Text size="sm" className="gh-dim" style={{ overflowWrap: 'anywhere' }}>
            {customerId}
            {customerType === null ? '' : ` · ${labelOf(customerType)}`} · created {formatInstant(createdAt)}{' '}
            · last submitted {formatInstant(updatedAt)}
          </Text>
        </div>
      </div>
      <div className="gh-columns">
        <div>
          <section className="gh-panel gh-block" aria-label="Profile">
            <Heading>Profile</Heading>
            {facts.length === 0 && (
              <Nothing>
                {name === null
                  ? 'No standard profile fields. See the submissions.'
                  : 'No standard profile fields besides the name. See the submissions.'}
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
      <Submitted customer={params} name={name ?? textOf(profile['companyName']) ?? customerId} />
      <RelatedParties customer={params} />
      <Hits customer={params} />
      <Rulings customer={params} />
    </>
  );
}

/** What the customer stated last; nothing where it stated nothing. */
function Submitted({ customer, name }: { readonly customer: Of; readonly name: string }) {
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

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined);

function Heading({ children }: { readonly children: string }) {
  return (
    <Title order={2} size="h5" mb={6}>
      {children}
    </Title>
  );
}

function Nothing({ children }: { readonly children: string }) {
  return (
    <Text size="sm" className="gh-dim">
      {children}
    </Text>
  );
}

/** In place of what is on its way, or could not be read. */
function Unread({
  list,
}: {
  readonly list: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
}) {
  if (list.isError) return <Failure error={list.error} retry={() => void list.refetch()} />;
  return list.isPending ? <RowsSkeleton /> : null;
}

function MonitoringChoice({ customer, mayChoose }: { readonly customer: Of; readonly mayChoose: boolean }) {
  const queries = useQueryClient();
  const standing = useQuery({
    queryKey: ['customer', customer.domain, customer.customerId, 'monitoring'],
    queryFn: ({ signal }) => call('monitoring.customer', { params: { ...customer }, signal }),
  });
  const choose = useMutation({
    mutationFn: (monitored: boolean | null) =>
      call('monitoring.choose', { params: { ...customer }, body: { monitored } }),
    onSuccess: () =>
      queries.invalidateQueries({ queryKey: ['customer', customer.domain, customer.customerId] }),
  });
  if (!standing.data) return null;
  const { isMonitored, chosen, hasSubject } = standing.data;
  return (
    <section className="gh-panel gh-block" aria-label="Monitoring">
      <Heading>Monitoring</Heading>
      <Text size="sm" mb={6}>
        {isMonitored ? 'Screened again whenever a list changes.' : 'Not screened again automatically.'}{' '}
        <span className="gh-dim">
          {chosen === null ? 'Tenant default.' : 'Set for this customer.'}
          {hasSubject ? '' : ' No name was submitted, so there is nothing to monitor.'}
        </span>
      </Text>
      {mayChoose && (
        <Group gap="xs">
          {(
            [
              [true, 'Monitor'],
              [false, 'Do not monitor'],
              [null, 'Use tenant default'],
            ] as const
          ).map(([choice, name]) => (
            <Button
              key={name}
              variant={chosen === choice ? 'light' : 'default'}
              aria-pressed={chosen === choice}
              loading={choose.isPending && choose.variables === choice}
              onClick={() => chosen !== choice && choose.mutate(choice)}
            >
              {name}
            </Button>
          ))}
        </Group>
      )}
    </section>
  );
}

function Files({ customer }: { readonly customer: Of }) {
  const files = useQuery({
    queryKey: ['customer', customer.domain, customer.customerId, 'documents'],
    queryFn: ({ signal }) => call('customers.documents', { params: { ...customer }, signal }),
  });
  return (
    <section className="gh-panel gh-block" aria-label="Documents">
      <Heading>Documents</Heading>
      <Unread list={files} />
      {files.data?.documents.length === 0 && <Nothing>No documents.</Nothing>}
      <DocumentList
        domain={customer.domain}
        documents={files.data?.documents ?? []}
        typeOf={({ uploadId }) =>
          files.data?.documents.find((one) => one.uploadId === uploadId)?.document?.type
        }
        titleOf={({ uploadId }) => {
          const of = files.data?.documents.find((one) => one.uploadId === uploadId)?.document;
          return of ? documentTypeText(of.type, of.country) : undefined;
        }}
      />
    </section>
  );
}

function Cases({ customer }: { readonly customer: Of }) {
  const cases = useQuery({
    queryKey: ['customer', customer.domain, customer.customerId, 'cases'],
    queryFn: ({ signal }) =>
      call('cases.list', {
        params: { domain: customer.domain },
        query: { customerId: customer.customerId, sort: 'newest', limit: 20 },
        signal,
      }),
  });
  const rows = cases.data?.cases;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is moved by keys too
    <section className="gh-panel gh-block gh-wide" aria-label="Customer cases" tabIndex={0}>
      <Heading>Cases</Heading>
      <Unread list={cases} />
      {rows?.length === 0 && <Nothing>No cases.</Nothing>}
      {rows !== undefined && rows.length > 0 && (
        <Table aria-label="Cases">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Case</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th>Risk</Table.Th>
              <Table.Th>Opened</Table.Th>
              <Table.Th>Due</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.caseNo}>
                <Table.Td className="gh-number">
                  <CaseLink domain={row.domain} caseNo={row.caseNo} />
                </Table.Td>
                <Table.Td>
                  <StatusBadge caseSummary={row} />
                </Table.Td>
                <Table.Td className="gh-number">{row.riskScore ?? '—'}</Table.Td>
                <Table.Td className="gh-short">{formatInstant(row.openedAt)}</Table.Td>
                <Table.Td>
                  <DueText caseSummary={row} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}

function Submits({ customer }: { readonly customer: Of }) {
  const submits = useQuery({
    queryKey: ['customer', customer.domain, customer.customerId, 'executions'],
    queryFn: ({ signal }) =>
      call('executions.list', {
        params: { domain: customer.domain },
        query: { customerId: customer.customerId, limit: 20 },
        signal,
      }),
  });
  const rows = submits.data?.executions;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is moved by keys too
    <section className="gh-panel gh-block gh-wide" aria-label="Submissions" tabIndex={0}>
      <Heading>Submissions</Heading>
      <Unread list={submits} />
      {rows?.length === 0 && <Nothing>No submissions.</Nothing>}
      {rows !== undefined && rows.length > 0 && (
        <Table aria-label="Submissions">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Submitted</Table.Th>
              <Table.Th>Event and workflow</Table.Th>
              <Table.Th>State and decision</Table.Th>
              <Table.Th>Case</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.executionId}>
                <Table.Td className="gh-short">{formatInstant(row.createdAt)}</Table.Td>
                <Table.Td>
                  <Icon of={eventIcon(row.eventType)} className="gh-dim gh-before" />
                  {labelOf(row.eventType)}
                  <Text size="xs" className="gh-dim">
                    {row.workflowId}
                  </Text>
                </Table.Td>
                <Table.Td>
                  {labelOf(row.state)}
                  {row.decision !== null && (
                    <Text size="xs" className="gh-dim">
                      {decisionLabel(row.decision)}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <CaseLink domain={customer.domain} caseNo={row.caseNo} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}

function Hits({ customer }: { readonly customer: Of }) {
  const hits = useQuery({
    queryKey: ['customer', customer.domain, customer.customerId, 'hits'],
    queryFn: ({ signal }) => call('customers.hits', { params: { ...customer }, signal }),
  });
  const parties = useSubmittedInformation(customer)?.ownership?.parties ?? [];
  const rows = hits.data?.hits;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is moved by keys too
    <section className="gh-panel gh-block gh-wide" id={customerHitsId} aria-label="Hits" tabIndex={0}>
      <Heading>Hits</Heading>
      <Unread list={hits} />
      {rows?.length === 0 && <Nothing>No hits so far.</Nothing>}
      {rows !== undefined && rows.length > 0 && (
        <Table aria-label="Latest hit for each subject and list entry">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Subject</Table.Th>
              <Table.Th>Listed entity</Table.Th>
              <Table.Th>Category</Table.Th>
              <Table.Th>Score</Table.Th>
              <Table.Th>Ruling</Table.Th>
              <Table.Th>Last hit and case</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={`${row.subject.key} ${row.entityId}`}>
                <Table.Td>{subjectLabel(asOwner(row.subject, parties))}</Table.Td>
                <Table.Td>
                  {row.hit.name} <SampleBadge source={row.hit.source} />
                  <Text size="xs" className="gh-dim">
                    {listTitle(row.source)} · {row.entityId}
                  </Text>
                </Table.Td>
                <Table.Td>{categoryText(row.hit.category, row.hit.subCategory)}</Table.Td>
                <Table.Td className="gh-number">{percent(row.score)}</Table.Td>
                <Table.Td>
                  {row.ruling === null ? workbenchTexts.unruled : workbenchTexts.rulings[row.ruling.ruling]}
                  {row.silenced && (
                    <>
                      {' '}
                      <Badge color="gray">suppressed</Badge>
                    </>
                  )}
                </Table.Td>
                <Table.Td className="gh-short">
                  <div>{formatInstant(row.at)}</div>
                  <CaseLink domain={customer.domain} caseNo={row.caseNo} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}

/** A case by its number; nothing where none was opened. */
function CaseLink({ domain, caseNo }: { readonly domain: string; readonly caseNo: string | null }) {
  return caseNo === null ? null : (
    <Link to="/cases/$domain/$caseNo" params={{ domain, caseNo }}>
      {caseNo}
    </Link>
  );
}

function Rulings({ customer }: { readonly customer: Of }) {
  const rulings = useQuery({
    queryKey: ['customer', customer.domain, customer.customerId, 'rulings'],
    queryFn: ({ signal }) => call('rulings.list', { params: { ...customer }, signal }),
  });
  const rows = rulings.data?.rulings;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is moved by keys too
    <section className="gh-panel gh-block gh-wide" aria-label="Rulings" tabIndex={0}>
      <Heading>Rulings</Heading>
      <Unread list={rulings} />
      {rows?.length === 0 && <Nothing>No rulings yet.</Nothing>}
      {rows !== undefined && rows.length > 0 && (
        <Table aria-label="All rulings, newest first">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Ruled</Table.Th>
              <Table.Th>Subject</Table.Th>
              <Table.Th>Source and ID</Table.Th>
              <Table.Th>Ruling</Table.Th>
              <Table.Th>Case</Table.Th>
              <Table.Th>Reason</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={`${row.entityId} ${row.revision}`}>
                <Table.Td>
                  <div className="gh-short">{formatInstant(row.ruledAt)}</div>
                  {row.ruledBy}
                </Table.Td>
                <Table.Td>{row.subject === null ? 'unknown' : subjectLabel(row.subject)}</Table.Td>
                <Table.Td>{row.entityId}</Table.Td>
                <Table.Td>{workbenchTexts.rulings[row.ruling]}</Table.Td>
                <Table.Td>
                  <CaseLink domain={customer.domain} caseNo={row.caseNo} />
                </Table.Td>
                <Table.Td>{row.reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}
