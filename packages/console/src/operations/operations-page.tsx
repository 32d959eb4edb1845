import './operations.css';
import type { ApiOperation, ApiReference } from '@gatehouse/contract';
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { text } from '../messages/text.ts';
import { Failure } from '../ui/failure.tsx';
import { PageSkeleton } from '../ui/skeletons.tsx';
import { withKeptIds } from './example-bodies.ts';
import { OperationDescription } from './operation-description.tsx';
import { RunPanel } from './run-panel.tsx';

/** Groups of operations, in the order in which they are shown. */
const groups = {
  workflows: text('operations.group-workflows'),
  quickScan: text('operations.group-quickScan'),
  hosted: text('operations.group-hosted'),
  uploads: text('operations.group-uploads'),
  reference: text('operations.group-reference'),
} satisfies Record<ApiOperation['group'], string>;

/** The operations of the gateway, each with what it takes and answers, and a call of it. */
export function OperationsPage() {
  const domain = useDomain();
  const reference = useQuery({
    queryKey: ['api-reference'],
    queryFn: ({ signal }) => call('apiReference.read', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
  return (
    <>
      <Title order={1} size="h3" mb={4}>
        {text('frame.apiReference')}
      </Title>
      <Text size="sm" className="gh-dim" mb="sm">
        {text('operations.words')}
      </Text>
      {reference.isError && <Failure error={reference.error} retry={() => void reference.refetch()} />}
      {reference.isPending && <PageSkeleton />}
      {/* IDs of answers and what was answered are of their domain. */}
      {reference.data && <Reference key={domain} reference={reference.data} />}
    </>
  );
}

function Reference({ reference }: { readonly reference: ApiReference }) {
  const { operation: name } = useSearch({ from: '/keys/reference' });
  const operation = reference.operations.find((one) => one.name === (name ?? 'workflow.apply.submit'));
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const [kept, setKept] = useState<Readonly<Record<string, string>>>({});
  return (
    <div className="gh-operations">
      <OperationList operations={reference.operations} current={operation?.name} />
      {operation === undefined ? (
        <Text size="sm">{text('operations.unknownOperation')}</Text>
      ) : (
        <OperationView
          key={operation.name}
          operation={operation}
          reference={reference}
          example={withKeptIds(operation.exampleBody, kept)}
          draft={drafts[operation.name]}
          write={(body) => setDrafts((all) => ({ ...all, [operation.name]: body }))}
          keep={(ids) => setKept((all) => ({ ...all, ...ids }))}
        />
      )}
    </div>
  );
}

function OperationView(props: {
  readonly operation: ApiOperation;
  readonly reference: ApiReference;
  readonly example: string;
  readonly draft: string | undefined;
  readonly write: (body: string) => void;
  readonly keep: (ids: Readonly<Record<string, string>>) => void;
}) {
  const { operation, reference } = props;
  const [version, setVersion] = useState(operation.versions.at(-1)!);
  return (
    <>
      <OperationDescription operation={operation} version={version} reference={reference} />
      <RunPanel
        operation={operation}
        reference={reference}
        version={version}
        chooseVersion={setVersion}
        body={props.draft ?? props.example}
        write={props.write}
        reset={() => props.write(props.example)}
        keep={props.keep}
      />
    </>
  );
}

function OperationList(props: {
  readonly operations: readonly ApiOperation[];
  readonly current: string | undefined;
}) {
  return (
    <nav className="gh-operation-list" aria-label={text('operations.list')}>
      {Object.entries(groups).map(([group, title]) => (
        <section key={group}>
          <h2>{title}</h2>
          <ul>
            {props.operations
              .filter((operation) => operation.group === group)
              .map(({ name }) => (
                <li key={name}>
                  <Link
                    to="/keys/reference"
                    search={{ operation: name }}
                    aria-current={name === props.current ? 'page' : undefined}
                  >
                    <code dir="ltr">{name}</code>
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
