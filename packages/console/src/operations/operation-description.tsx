import type { ApiError, ApiMember, ApiOperation, ApiReference } from '@gatehouse/contract';
import { Badge, Group, Table, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import { text } from '../messages/text.ts';
import { CodeBlock } from './code-block.tsx';
import { Prose } from './prose.tsx';

/** What an operation does and costs, what it takes, what it answers, and how it refuses. */
export function OperationDescription(props: {
  readonly operation: ApiOperation;
  readonly version: string;
  readonly reference: ApiReference;
}) {
  const { operation, version, reference } = props;
  const { businessCodes } = operation;
  const { gatewayErrors, businessErrors } = reference;
  const wrongField = operation.refusesFieldsIn === 'gateway' ? '999301' : 'data.code 400';
  return (
    <div className="gh-operation-words">
      <Title order={2} size="h4" className="gh-operation-name">
        <code dir="ltr">{operation.name}</code>
      </Title>
      <Text size="sm" mb="xs">
        {titleOf(operation)}
      </Text>
      <Group gap={6} mb="sm">
        <Badge color={operation.billing === 'free' ? 'gray' : 'orange'} variant="light">
          {text(`operations.billing-${operation.billing}`)}
        </Badge>
        <Badge color="gray" variant="light">
          {text('operations.timeout', { seconds: operation.timeoutSeconds })}
        </Badge>
        <Badge color="gray" variant="light">
          {operation.takesAnyVersion
            ? text('operations.anyVersion')
            : text('operations.version', { version: operation.versions.join(', ') })}
        </Badge>
        {operation.takesIdempotencyKey && (
          <Badge color="gray" variant="light">
            {text('operations.takesIdempotencyKey')}
          </Badge>
        )}
      </Group>
      {operation.requests
        .filter((request) => request.version === version || operation.takesAnyVersion)
        .map(({ eventTypes, members }) => (
          <Part
            key={eventTypes?.join(' ') ?? ''}
            title={
              eventTypes === null
                ? text('operations.fields')
                : text('operations.fieldsFor', { events: eventTypes.join(', ') })
            }
          >
            <Members members={members} />
          </Part>
        ))}
      <Text size="xs" className="gh-dim" mb="md">
        {operation.refusesFieldsIn === 'gateway'
          ? text('operations.wrongFieldGateway', { code: wrongField })
          : text('operations.wrongFieldData', { code: wrongField })}
      </Text>
      <Part title={text('operations.answerFields')} isFolded>
        <Members members={operation.answer} />
      </Part>
      <Part title={text('operations.exampleAnswer')} isFolded>
        <CodeBlock label={text('operations.exampleAnswer')} text={operation.exampleAnswer} />
      </Part>
      {businessCodes.length > 0 && (
        <Part title={text('operations.businessErrors')} isFolded>
          <Errors errors={businessErrors.filter(({ code }) => businessCodes.includes(code))} />
        </Part>
      )}
      <Part title={text('operations.gatewayErrors')} isFolded>
        <Errors errors={gatewayErrors} />
      </Part>
    </div>
  );
}

/** What an operation does, in the language of the page. */
function titleOf({ name }: Pick<ApiOperation, 'name'>): string {
  return text(`operations.title-${name as 'quickscan.submit'}`);
}

function Part(props: {
  readonly title: string;
  readonly isFolded?: true;
  readonly children: React.ReactNode;
}) {
  return (
    <details className="gh-operation-part" open={!props.isFolded}>
      <summary>{props.title}</summary>
      {props.children}
    </details>
  );
}

function Members({ members }: { readonly members: readonly ApiMember[] }) {
  if (members.length === 0) {
    return (
      <Text size="sm" className="gh-dim">
        {text('operations.noFields')}
      </Text>
    );
  }
  return (
    <dl className="gh-members">
      {members.map(({ path, type, required, description }) => (
        <Fragment key={path}>
          <dt>
            <code dir="ltr">{path}</code>
            <span className="gh-dim gh-member-type">
              <Prose text={type} />
            </span>
            {required && <span className="gh-member-required">{text('operations.required')}</span>}
          </dt>
          <dd>{description !== '' && <Prose text={description} />}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Errors({ errors }: { readonly errors: readonly ApiError[] }) {
  return (
    <Table verticalSpacing={6}>
      <Table.Tbody>
        {errors.map(({ code, name, httpStatus, meaning, whatToDo }) => (
          <Table.Tr key={code}>
            <Table.Th scope="row" className="gh-error-code">
              <code dir="ltr">{code}</code>
              <Text size="xs" className="gh-dim" dir="ltr" translate="no">
                HTTP {httpStatus}
              </Text>
            </Table.Th>
            <Table.Td>
              {name !== null && (
                <code dir="ltr" className="gh-error-name">
                  {name}
                </code>
              )}
              <Text size="sm">
                <Prose text={name === null ? meaning : whatToDo} />
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
