import type { ConsoleData } from '@gatehouse/contract';
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { addressOf, call } from '../api.ts';
import { ActionDialog } from '../cases/action-dialog.tsx';
import { type CustomerKey, Heading, Unread } from '../customers/customer-section.tsx';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { formatList } from '../ui/format.ts';
import { BlockedBy } from './blocked-by.tsx';
import { asksReason } from './erasure-dialogs.tsx';
import { blocksText, holdText, stateText } from './erasure-parts.tsx';
import { extentText } from './extent-text.ts';
import { WithinPeriod } from './within-period.tsx';

type Question = 'erase' | 'hold';

/** Of a customer: legal holds in force, the request to erase it, and how to make either. */
export function CustomerErasure({ customer }: { readonly customer: CustomerKey }) {
  const { domain, customerId } = customer;
  const [question, setQuestion] = useState<Question>();
  const standing = useQuery({
    queryKey: ['erasures', domain, 'preview', customerId],
    queryFn: ({ signal }) => call('erasures.preview', { params: { ...customer }, signal }),
  });
  if (!standing.data) {
    return (
      <Panel>
        <Unread list={standing} />
      </Panel>
    );
  }
  const { holds, erasure, blocks } = standing.data;
  return (
    <Panel>
      {holds.map((hold) => (
        <Text key={hold.holdId} size="sm" mb={4} style={{ overflowWrap: 'anywhere' }}>
          {holdText(hold)}
        </Text>
      ))}
      <Text size="sm" mb={6}>
        {erasure === null
          ? text('erasure.notRequested')
          : text('erasure.requestOf', { person: erasure.requestedBy, state: stateText(erasure.state) })}
      </Text>
      {erasure !== null && blocksText(blocks).length > 0 && (
        <Text size="sm" mb={6} className="gh-dim">
          {text('erasure.notPossible', { blocks: formatList(blocksText(blocks)) })}
        </Text>
      )}
      <Actions
        customer={customer}
        preview={standing.data}
        ask={(asked) => {
          // What forbids it may have come since the page was opened.
          if (asked === 'erase') void standing.refetch();
          setQuestion(asked);
        }}
      />
      <CustomerDialog
        customer={customer}
        question={question}
        preview={standing.data}
        close={() => setQuestion(undefined)}
      />
    </Panel>
  );
}

function Actions({
  customer,
  preview: { erasure, holds },
  ask,
}: {
  readonly customer: CustomerKey;
  readonly preview: ConsoleData<'erasures.preview'>;
  readonly ask: (question: Question) => void;
}) {
  const { permissions } = useSession();
  const mayManage = permissions.includes('erasures.manage');
  return (
    <Group gap="xs">
      {mayManage && (
        <>
          <Button
            variant="default"
            title={text('erasure.exportDataWords')}
            renderRoot={(root) => (
              <a href={addressOf('customers.export', { ...customer })} download {...root} />
            )}
          >
            {text('erasure.exportData')}
          </Button>
          {erasure === null && (
            <Button variant="default" onClick={() => ask('erase')}>
              {text('erasure.requestErasure')}
            </Button>
          )}
          <Button variant="default" onClick={() => ask('hold')}>
            {text('erasure.placeHold')}
          </Button>
        </>
      )}
      {permissions.includes('audit.read') && (
        <Button
          variant="default"
          renderRoot={(root) => <Link to="/audit" search={{ customerId: customer.customerId }} {...root} />}
        >
          {text('customers.seeAuditRecords')}
        </Button>
      )}
      {(erasure !== null || holds.length > 0) && (
        <Button variant="subtle" renderRoot={(root) => <Link to="/erasures" {...root} />}>
          {text('erasure.seeRequests')}
        </Button>
      )}
    </Group>
  );
}

function Panel({ children }: { readonly children: ReactNode }) {
  return (
    <section className="gh-panel gh-block" aria-label={text('erasure.title')}>
      <Heading>{text('erasure.title')}</Heading>
      {children}
    </section>
  );
}

/** Asks why the customer is to be erased or held. */
function CustomerDialog(props: {
  readonly customer: CustomerKey;
  readonly question: Question | undefined;
  readonly preview: ConsoleData<'erasures.preview'>;
  readonly close: () => void;
}) {
  const { customer, question, preview, close } = props;
  const { domain } = customer;
  const queries = useQueryClient();
  const onSuccess = () => {
    close();
    void queries.invalidateQueries({ queryKey: ['erasures', domain] });
    void queries.invalidateQueries({ queryKey: ['holds', domain] });
  };
  const request = useMutation({
    mutationFn: (reason: string) => call('erasures.request', { params: { ...customer }, body: { reason } }),
    onSuccess,
  });
  const hold = useMutation({
    mutationFn: (reason: string) => call('holds.place', { params: { ...customer }, body: { reason } }),
    onSuccess,
  });
  const acts = {
    erase: {
      title: text('erasure.requestErasure'),
      effect: `${extentText(preview.extent)} ${text('erasure.requestWords')}`,
      confirm: text('erasure.requestErasure'),
      ...asksReason,
      run: request.mutateAsync,
    },
    hold: {
      title: text('erasure.placeHold'),
      effect: text('erasure.placeHoldWords'),
      confirm: text('erasure.placeHold'),
      ...asksReason,
      run: hold.mutateAsync,
    },
  };
  const beside = question === 'erase' && (
    <>
      <BlockedBy domain={domain} blocks={preview.blocks} holds={preview.holds} />
      <WithinPeriod customer={customer} />
    </>
  );
  return <ActionDialog act={question && acts[question]} close={close} beside={beside} />;
}
