import type { WebhookDefinition } from '@gatehouse/contract';
import { outputFault } from './webhook-outputs.ts';

/** What is wrong with a definition, and where in it. */
export interface WebhookFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What the schema cannot say of a definition: whether its paths compile and its defaults have their types. */
export function checkWebhook(definition: WebhookDefinition): WebhookFault[] {
  return definition.outputs.flatMap((output, index) => {
    const fault = outputFault(output);
    return fault === undefined ? [] : [{ path: ['outputs', index, fault.key], message: fault.message }];
  });
}
