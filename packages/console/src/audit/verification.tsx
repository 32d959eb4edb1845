import { Alert, Badge, Button, Group, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.ts';
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
        <Text size="sm">Records are sealed in a chain of signed blocks.</Text>
        <Button variant="default" onClick={() => void verify()} loading={standing.kind === 'running'}>
          Verify audit log
        </Button>
      </Group>
      {standing.kind === 'running' && (
        <Progress mt="xs" value={100} animated aria-label={`${standing.records} records verified`} />
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
          title={
            standing.findings.length === 0
              ? 'Verified: no tampering found'
              : 'Verification failed: the audit log does not match its seals'
          }
        >
          <Text size="sm">
            {standing.last.records} records in {standing.last.blocks} blocks verified. Not sealed yet:{' '}
            {standing.last.unsealed}.
          </Text>
          {standing.last.unsignedBlocks > 0 && (
            <Text size="sm">
              Blocks 1 to {standing.last.unsignedBlocks} are older than block signatures. A signed hash covers
              them.
            </Text>
          )}
          {standing.last.head && (
            <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
              Latest block: {standing.last.head.number}, {standing.last.head.hash}
            </Text>
          )}
          {standing.findings.map(({ kind, block, eventId }) => (
            <Text size="sm" key={`${kind} ${block} ${eventId}`}>
              <Badge color="red" variant="outline">
                {kind}
              </Badge>{' '}
              {block !== null ? `block ${block} ` : ''}
              {eventId ?? ''}
            </Text>
          ))}
        </Alert>
      )}
    </div>
  );
}
