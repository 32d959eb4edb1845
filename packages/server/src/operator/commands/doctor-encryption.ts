import type { Config } from '../../config/index.ts';
import { type EncryptionFacts, maxExecutionsLookedAt } from '../admin-api/read-encryption.ts';
import { type Finding, findingsOf, findKeyless } from './doctor-finding.ts';

const encryption = findingsOf('encryption');

/** Whether a store encrypts what it keeps of people, and has the keys; nothing where it could not be asked. */
export function checkEncryption(
  found: EncryptionFacts | undefined,
  { sealExecutions }: Pick<Config, 'sealExecutions'>,
): Finding[] {
  if (found === undefined) return [];
  const { executions: count, keyless } = found.sealed;
  return [
    ...findKeyless('encryption', { what: 'executions', count, keyless }),
    describeEncryption(found, sealExecutions),
  ];
}

function describeEncryption(
  { isStarted, executionsInClear: count }: EncryptionFacts,
  sealExecutions: Config['sealExecutions'],
): Finding {
  if (!isStarted)
    return encryption.warning(
      'nothing that is kept of people is encrypted yet, since versions before 0.2.0 would not read it; run gatehouse encrypt-files once every node is upgraded',
    );
  if (sealExecutions === 'off')
    return encryption.ok(
      'GATEHOUSE_SEAL_EXECUTIONS is off: executions that end from now on are not encrypted, see docs/erasure.md',
    );
  if (count === 0) return encryption.ok('every execution that was completed or cancelled is encrypted');
  const executions = count < maxExecutionsLookedAt ? count : `${maxExecutionsLookedAt} or more`;
  return encryption.ok(
    `executions that ended and are not encrypted, which workers do in the background: ${executions}; where the number stays, the log names those that could not be`,
  );
}
