import type { ApiError, ApiOperation, ApiReference, ConsoleData } from '@gatehouse/contract';
import { Badge, Button, CopyButton, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { FileField } from '../ui/code-field.tsx';
import { InlineId } from '../ui/copy-id.tsx';
import { durationText } from '../ui/format.ts';
import { memberOf, readJson } from './call-cost.ts';
import { keptIds } from './example-bodies.ts';
import { Prose } from './prose.tsx';
import { StartedExecution } from './started-execution.tsx';

type Answer = ConsoleData<'apiReference.run'>;

/** What the gateway answered, as a caller gets it. */
export function CallAnswer(props: {
  readonly operation: ApiOperation;
  readonly reference: ApiReference;
  readonly domain: string;
  readonly answer: Answer;
}) {
  const { operation, answer } = props;
  const body = readJson(answer.body);
  const outcome = outcomeOf(props.reference, body);
  const section = useRef<HTMLElement>(null);
  // The button that asked is at the end of a long form: without this, nothing seems to happen.
  useEffect(() => {
    void answer;
    section.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  return (
    <section ref={section} aria-label={text('operations.answer')}>
      <Group justify="space-between" mb="xs">
        <Group gap="xs">
          <Title order={3} size="h6">
            {text('operations.answer')}
          </Title>
          <Badge color={outcome.colour}>{outcome.label}</Badge>
        </Group>
        <CopyButton value={answer.body}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" onClick={copy}>
              {copied ? text('terms.copied') : text('operations.raw')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <AnswerFacts answer={answer} code={outcome.code} />
      {outcome.error && (
        <Text size="sm" mb="xs">
          <Prose text={outcome.error.whatToDo === '' ? outcome.error.meaning : outcome.error.whatToDo} />
        </Text>
      )}
      <div translate="no">
        <FileField
          label={text('operations.answer')}
          value={body === undefined ? answer.body : JSON.stringify(body, null, 2)}
          className="gh-code-answer"
        />
      </div>
      <FollowUp operation={operation} domain={props.domain} body={body} />
      <Headers headers={answer.headers} />
    </section>
  );
}

function AnswerFacts({ answer, code }: { readonly answer: Answer; readonly code: string | undefined }) {
  const header = (name: string) => answer.headers.find((one) => one.name === name)?.value;
  const detail = header('x-error-detail');
  const requestId = header('x-request-id');
  return (
    <dl className="gh-facts" style={{ marginBottom: 8 }}>
      <dt>{text('operations.httpStatus')}</dt>
      <dd>{answer.status}</dd>
      {code !== undefined && (
        <>
          <dt>{text('operations.code')}</dt>
          <dd>
            <code dir="ltr">{code}</code>
          </dd>
        </>
      )}
      {detail !== undefined && (
        <>
          <dt>{text('operations.detail')}</dt>
          <dd>
            <code dir="ltr">{detail}</code>
          </dd>
        </>
      )}
      <dt>{text('operations.duration')}</dt>
      <dd>{durationText(answer.milliseconds)}</dd>
      {requestId !== undefined && (
        <>
          <dt>
            <code dir="ltr">x-request-id</code>
          </dt>
          <dd>
            <InlineId id={requestId} />
          </dd>
        </>
      )}
    </dl>
  );
}

function Headers({ headers }: Pick<Answer, 'headers'>) {
  return (
    <details className="gh-operation-part">
      <summary>{text('operations.headers')}</summary>
      <dl className="gh-facts">
        {headers.map(({ name, value }) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>
              <code dir="ltr">{name}</code>
            </dt>
            <dd>
              <code dir="ltr">{value}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface Outcome {
  readonly label: string;
  readonly colour: 'green' | 'orange' | 'red';
  readonly code?: string;
  readonly error?: ApiError | undefined;
}

/** How a call came out: refused by the gateway, by the operation, or accepted. */
function outcomeOf(reference: ApiReference, body: unknown): Outcome {
  const apiCode = memberOf(body, 'apiCode');
  const code = memberOf(memberOf(body, 'data'), 'code');
  if (apiCode !== 200) {
    const error = reference.gatewayErrors.find((one) => one.code === apiCode);
    const name = error?.name ?? '';
    return {
      label: text('operations.refusedByGateway'),
      colour: 'red',
      code: `apiCode ${String(apiCode)} ${name}`.trim(),
      error,
    };
  }
  if (typeof code === 'number' && code !== 200) {
    return {
      label: text('operations.refusedByOperation'),
      colour: 'orange',
      code: `data.code ${code}`,
      error: reference.businessErrors.find((one) => one.code === code),
    };
  }
  return { label: text('operations.accepted'), colour: 'green' };
}

const isGiven = (id: unknown): id is string => typeof id === 'string' && id !== '';

/** Where what the call began, or read, is seen. */
function FollowUp(props: {
  readonly operation: ApiOperation;
  readonly domain: string;
  readonly body: unknown;
}) {
  const { operation, domain, body } = props;
  const { permissions } = useSession();
  const [id] = Object.values(keptIds(operation, body));
  const executionId = memberOf(memberOf(body, 'data'), 'executionId');
  if (id === undefined && !isGiven(executionId)) return null;
  return (
    <Group gap="sm" my="xs" role="status">
      {isGiven(executionId) && permissions.includes('executions.read') && (
        <StartedExecution domain={domain} executionId={executionId} />
      )}
      {id !== undefined && operation.name === 'quickscan.submit' && permissions.includes('scans.read') && (
        <Link to="/quick-scans/$domain/$scanId" params={{ domain, scanId: id }}>
          {text('operations.openScan')}
        </Link>
      )}
      {id !== undefined && (
        <Text size="sm" className="gh-dim">
          {text('operations.idKept')}
        </Text>
      )}
    </Group>
  );
}
