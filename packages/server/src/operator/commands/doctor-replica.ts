import type { Config } from '../../config/index.ts';
import { inspectReplica, type ReplicaFacts } from '../../database/inspect-replica.ts';
import { type Finding, findingsOf } from './doctor-finding.ts';

const replica = findingsOf('read replica');

/** Whether the read replica can answer reads now (docs/operating.md#a-read-replica). */
export async function checkReplica({ databaseUrl, replica: settings }: Config): Promise<Finding[]> {
  if (settings === undefined || databaseUrl === undefined) return [];
  const { host, pathname } = new URL(settings.url);
  const facts = await inspectReplica(settings.url, {
    primaryUrl: databaseUrl,
    maxWaitMs: settings.maxLagSeconds * 1000,
  });
  return [describeReplica(`the read replica at ${host}${pathname}`, facts)];
}

/** What it means for the operator: whatever it is, the primary answers in its place. */
export function describeReplica(name: string, facts: ReplicaFacts): Finding {
  const instead = 'the primary answers all reads meanwhile';
  switch (facts.state) {
    case 'following':
      return replica.ok(`${name} follows, at most ${(facts.behindMs / 1000).toFixed(1)} s behind`);
    case 'behind':
      return replica.warning(
        `${name} is more than ${(facts.behindMs / 1000).toFixed(1)} s behind, with ${megabytes(facts.bytes)} of the log to come; ${instead}; see docs/runbooks/database.md#gatehousereplicaunused`,
      );
    case 'promoted':
      return replica.warning(
        `${name} is no standby; ${instead}; name a streaming replica of the database of DATABASE_URL`,
      );
    case 'foreign':
      return replica.warning(
        `${name} follows another database than that of DATABASE_URL; ${instead}; correct DATABASE_REPLICA_URL`,
      );
    case 'unreachable':
      return replica.warning(
        `${name} does not answer: ${facts.reason}; ${instead}; check DATABASE_REPLICA_URL and that the server runs`,
      );
    case 'answers':
      return replica.ok(
        `${name} is a standby and answers; how far it is behind is known once the primary does`,
      );
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
