import type { ConsoleData } from '@gatehouse/contract';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { call } from '../api.ts';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { Absent } from '../ui/absent.tsx';
import { InlineId } from '../ui/copy-id.tsx';
import { formatInstant } from '../ui/format.ts';
import { PageSkeleton } from '../ui/skeletons.tsx';
import type { CustomerKey } from './customer-section.tsx';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * In place of a customer who is not there. Who was erased is known by the ID of the audit log alone, so that says when and by what;
 * a customerId of an erased customer says as little as one that never was.
 */
export function AbsentCustomer({ customer }: { readonly customer: CustomerKey }) {
  const { domain, customerId } = customer;
  const mayBeAuditId = uuid.test(customerId);
  const audited = useQuery({
    queryKey: ['customer', domain, customerId, 'audited'],
    queryFn: ({ signal }) => call('customers.byAuditId', { params: { domain, auditId: customerId }, signal }),
    enabled: mayBeAuditId,
    retry: false,
  });
  if (mayBeAuditId && audited.isPending) return <PageSkeleton />;
  const found = audited.data;
  if (found?.customerId != null) {
    const params = { domain, customerId: found.customerId };
    return <Navigate to="/customers/$domain/$customerId" params={params} replace />;
  }
  if (found?.erased) return <Erased domain={domain} auditId={customerId} erased={found.erased} />;
  return (
    <Absent words={text('customers.absent', { customerId, domain })}>
      <Group gap="xs">
        <Button variant="default" renderRoot={(root) => <Link to="/customers" {...root} />}>
          {text('customers.title')}
        </Button>
      </Group>
    </Absent>
  );
}

/** A customer who was erased: when, by what, and where the records are that stay. */
function Erased(props: {
  readonly domain: string;
  readonly auditId: string;
  readonly erased: NonNullable<ConsoleData<'customers.byAuditId'>['erased']>;
}) {
  const { auditId, erased } = props;
  const { permissions } = useSession();
  const at = formatInstant(erased.at);
  const words =
    erased.retentionRunId === null
      ? text('customers.erasedByRequest', { at })
      : text('customers.erasedByRetention', { at });
  const id = erased.erasureId ?? erased.retentionRunId;
  return (
    <Absent title={text('customers.erasedTitle')} words={words}>
      {id !== null && (
        <Text size="sm" component="div">
          <Sentence
            name={erased.erasureId === null ? 'customers.retentionRunIs' : 'customers.erasureIs'}
            parts={{ id: <InlineId id={id} /> }}
          />
        </Text>
      )}
      <Text size="sm" component="div">
        <Sentence name="customers.auditIdIs" parts={{ id: <InlineId id={auditId} /> }} />
      </Text>
      <Group gap="xs">
        {permissions.includes('audit.read') && (
          <Button
            variant="default"
            renderRoot={(root) => <Link to="/audit" search={{ customerId: auditId }} {...root} />}
          >
            {text('customers.seeAuditRecords')}
          </Button>
        )}
        {erased.erasureId !== null && permissions.includes('erasures.read') && (
          <Button variant="default" renderRoot={(root) => <Link to="/erasures" {...root} />}>
            {text('erasure.title')}
          </Button>
        )}
        {erased.retentionRunId !== null && permissions.includes('retention.read') && (
          <Button variant="default" renderRoot={(root) => <Link to="/retention" {...root} />}>
            {text('retention.title')}
          </Button>
        )}
      </Group>
    </Absent>
  );
}
