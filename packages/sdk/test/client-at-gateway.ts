import { onTestFinished } from 'vitest';
import { type ClientOptions, createClient } from '../src/index.ts';
import { apiKey, domain, type Script, secret, startTinyGateway } from './tiny-gateway.ts';
import { createTurnedClock } from './turned-clock.ts';

/** A client on a turned clock at a tiny gateway that is closed after the test. */
export async function setUp(scripts: Record<string, Script>, options: Partial<ClientOptions> = {}) {
  const gateway = await startTinyGateway(scripts);
  onTestFinished(() => gateway.close());
  const clock = createTurnedClock();
  const client = createClient({
    baseUrl: gateway.baseUrl,
    apiKey,
    secret,
    domain,
    timing: clock,
    ...options,
  });
  return { client, clock, gateway };
}

/** `data` of a `workflow.execution.status` of a case that waits for a reviewer. */
export const openExecution = {
  code: 200,
  executionId: 'e1',
  status: 'WAITING',
  caseNo: 'C000001',
  caseStatus: 'UNASSIGNED',
  currentNode: {},
  output: {},
  pendingCallbackTask: {},
};
