import type { Config } from '../../config/index.ts';
import { type EncryptionFacts, maxExecutionsCounted } from '../admin-api/read-encryption.ts';
import { type Finding, findingsOf } from './doctor-finding.ts';

const encryption = findingsOf('encryption');

/** Whether a store encrypts what it keeps of people; nothing where it could not be asked. */
export function checkEncryption(
  found: EncryptionFacts | undefined,
  { sealExecutions }: Pick<Config, 'sealExecutions'>,
): Finding[] {
  if (found === undefined) return [];
  const { isStarted, executionsInClear: count } = found;
  if (!isStarted)
    return [
      encryption.warning(
        'nothing is encrypted yet, since versions before 0.2.0 would not read it; run gatehouse encrypt-files once every node is upgraded',
      ),
    ];
  if (sealExecutions === 'off')
    return [
      encryption.ok(
        'GATEHOUSE_SEAL_EXECUTIONS is off: what executions keep is not encrypted, all else of docs/erasure.md is',
      ),
    ];
  if (count === 0) return [encryption.ok('every execution that was completed or cancelled is encrypted')];
  const executions = count < maxExecutionsCounted ? count : `${maxExecutionsCounted} or more`;
  return [
    encryption.ok(
      `executions that ended and are still to be encrypted, which workers do in the background: ${executions}`,
    ),
  ];
}
