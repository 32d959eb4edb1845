import { addressText } from '../ui/address-text.ts';

/** Which executions are listed; kept in the address. */
export interface ExecutionFilters {
  /** One or more states, separated by commas. */
  readonly state?: string | undefined;
  readonly customerId?: string | undefined;
  readonly workflowId?: string | undefined;
  readonly source?: 'SDK' | 'API' | undefined;
  /** Current node, or the node where it ended. */
  readonly nodeId?: string | undefined;
  readonly completedNodeId?: string | undefined;
  /** Epoch milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export const executionStates = ['RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;

/** The filters of an address; what is none is left out. */
export function readExecutionFilters(search: Readonly<Record<string, unknown>>): ExecutionFilters {
  const text = (name: string, max: number) => addressText(search, name, max);
  const instant = (name: string) =>
    Number.isSafeInteger(search[name]) && (search[name] as number) >= 0 ? search[name] : undefined;
  const states = (text('state', 100) ?? '')
    .split(',')
    .filter((word) => executionStates.some((state) => state === word));
  const stated = {
    state: states.length === 0 ? undefined : states.join(','),
    customerId: text('customerId', 200),
    workflowId: text('workflowId', 100),
    source: ['SDK', 'API'].find((source) => source === search['source']),
    nodeId: text('nodeId', 200),
    completedNodeId: text('completedNodeId', 200),
    from: instant('from'),
    to: instant('to'),
  };
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined));
}
