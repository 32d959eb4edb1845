import type { CallData, OperationName } from './wire-types.ts';

/**
 * What may be sent again by itself:
 * `read`: anything, it changes nothing and is free;
 * `answered`: only what the gateway answered or what never reached it, because an unanswered call may be billed;
 * `never`: nothing; `workflow.submit` knows when a submit may be sent again (interface specification 4.2 rule 2).
 */
export type Repeat = 'read' | 'answered' | 'never';

export interface CallDefinition {
  /** The newest `apiVersion`. */
  readonly version: string;
  /** Give up waiting for one answer after this long (interface specification 8). */
  readonly timeoutMs: number;
  readonly repeat: Repeat;
}

/** Every operation of the gateway by its wire name. */
export const callDefinitions = {
  // Another one ends the first, and the person's message may hold that already.
  'sdk.launch.link.generate': { version: '1.0.0', timeoutMs: 10_000, repeat: 'answered' },
  'workflow.apply.submit': { version: '2.0.0', timeoutMs: 30_000, repeat: 'never' },
  'workflow.execution.status': { version: '1.0.0', timeoutMs: 10_000, repeat: 'read' },
  'workflow.apply.query': { version: '1.0.0', timeoutMs: 10_000, repeat: 'read' },
  'quickscan.submit': { version: '1.0.0', timeoutMs: 30_000, repeat: 'answered' },
  'quickscan.detail': { version: '1.0.0', timeoutMs: 10_000, repeat: 'read' },
  'quickscan.hits': { version: '1.0.0', timeoutMs: 10_000, repeat: 'read' },
  'storage.upload.token': { version: '1.0.0', timeoutMs: 10_000, repeat: 'read' },
  // The interface leaves its version open; a deployment may pin another (GATEHOUSE_WIRE_API_VERSIONS).
  'prepare.platform.config': { version: '1.0.0', timeoutMs: 10_000, repeat: 'read' },
} as const satisfies Record<OperationName, CallDefinition>;

/** Whether a text names an operation of the gateway. */
export function isOperationName(text: string): text is OperationName {
  return Object.hasOwn(callDefinitions, text);
}

/** The wire names of all operations. */
export const operationNames = Object.keys(callDefinitions) as readonly OperationName[];

/** `data` of operation `N` as on the wire. */
export type DataOfCall<N extends OperationName> = CallData[N];
