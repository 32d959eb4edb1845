import { Alert, Badge, Button, Group, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { describeError } from '../queries.ts';

/** Whose record it is: the tenant's, or that of the deployment, which its operators read. */
export type RecordOf = 'audit' | 'deploymentAudit';

type Verified = Awaited<ReturnType<typeof call<'audit.verify'>>>;
type VerificationState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly records: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'done'; readonly last: Verified; readonly findings: Verified['findings'] };

/** The proof that nobody changed a record, part after part of its chain. */
export function Verification({ auditObject }: { readonly auditObject: RecordOf }) {
  const [standing, setStanding] = useState<VerificationState>({ kind: 'idle' });
  async function verify() {
    setStanding({ kind: 'running', records: 0 });
    try {
      const findings: Verified['findings'][number][] = [];
      for (let after: string | null = ''; after !== null; ) {
        const part: Verified = await call(`${auditObject}.verify`, { query: { after } });
        findings.push(...part.findings);
        after = part.next;
        if (after === null) return setStanding({ kind: 'done', last: part, findings });
        setStanding({ kind: 'running', records: part.records });
      }
    } catch (error) {
      setStanding({ kind: 'failed', reason: describeError(error) });
    }
  }
  return (
    <div className="gh-panel gh-block">
      <Group justify="space-between">
        <Text size="sm">{text('audit.sealWords')}</Text>
        <Button variant="default" onClick={() => void verify()} loading={standing.kind === 'running'}>
          {text('audit.verify')}
        </Button>
      </Group>
      {standing.kind === 'running' && (
        <Progress
          mt="xs"
          value={100}
          animated
          aria-label={text('audit.verifiedSoFar', { count: standing.records })}
        />
      )}
      {standing.kind === 'failed' && (
        <Alert mt="xs" color="red" variant="outline" role="alert">
          {standing.reason}
        </Alert>
      )}
      {standing.kind === 'done' && (
        <Alert
          mt="xs"
          role="status"
          variant="outline"
          color={standing.findings.length === 0 ? 'green' : 'red'}
          title={standing.findings.length === 0 ? text('audit.verified') : text('audit.verifyFailed')}
        >
          <Text size="sm">
            {text('audit.verifiedWords', {
              records: standing.last.records,
              blocks: standing.last.blocks,
              unsealed: standing.last.unsealed,
            })}
          </Text>
          {standing.last.unsignedBlocks > 0 && (
            <Text size="sm">{text('audit.unsignedWords', { last: standing.last.unsignedBlocks })}</Text>
          )}
          {standing.last.head && (
            <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
              {text('audit.latestBlock', {
                number: standing.last.head.number,
                hash: standing.last.head.hash,
              })}
            </Text>
          )}
          {standing.findings.map(({ kind, block, eventId }) => (
            <Text size="sm" key={`${kind} ${block} ${eventId}`}>
              <Badge color="red" variant="outline">
                {kind}
              </Badge>{' '}
              {block !== null ? `${text('audit.block', { number: String(block) })} ` : ''}
              {eventId ?? ''}
            </Text>
          ))}
        </Alert>
      )}
    </div>
  );
}
