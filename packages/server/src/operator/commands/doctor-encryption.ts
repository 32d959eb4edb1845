import type { Config } from '../../config/index.ts';
import { type EncryptionFacts, maxExecutionsLookedAt } from '../admin-api/read-encryption.ts';
import { type Finding, findingsOf } from './doctor-finding.ts';

const encryption = findingsOf('encryption');

/** Whether a store encrypts what it keeps of people, and has the keys; nothing where it could not be asked. */
export function checkEncryption(
  found: EncryptionFacts | undefined,
  { sealExecutions }: Pick<Config, 'sealExecutions'>,
): Finding[] {
  if (found === undefined) return [];
  return [...checkKeys(found), describeEncryption(found, sealExecutions)];
}

function checkKeys({ sealed: { executions, keyless } }: EncryptionFacts): Finding[] {
  if (executions === 0) return [];
  if (keyless === 0) return [encryption.ok(`the keys of ${executions} encrypted executions are there`)];
  return [
    encryption.broken(
      `${keyless} of ${executions} encrypted executions that were looked at cannot be read, since their keys are not in the store; restore the newest backup of the table personal_key, see docs/erasure.md`,
    ),
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
      'GATEHOUSE_SEAL_EXECUTIONS is off: what executions keep is not encrypted from now on, all else of docs/erasure.md is',
    );
  if (count === 0) return encryption.ok('every execution that was completed or cancelled is encrypted');
  const executions = count < maxExecutionsLookedAt ? count : `${maxExecutionsLookedAt} or more`;
  return encryption.ok(
    `executions that ended and are not encrypted, which workers do in the background: ${executions}; where the number stays, the log names those that could not be`,
  );
}
