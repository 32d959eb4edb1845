/** What runs in the thread that searches long answers: nothing is remembered between two of them. */
import { type AnsweredBody, type FoundOutputs, findOutputs } from './webhook-outputs.ts';

export function readInThread({
  outputs,
  bytes,
}: {
  readonly outputs: Parameters<typeof findOutputs>[0]['outputs'];
  readonly bytes: AnsweredBody['bytes'];
}): FoundOutputs {
  return findOutputs({ outputs }, { bytes, truncated: false });
}
