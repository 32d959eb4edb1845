import type { EngineChoice, WorkflowNode } from '@gatehouse/contract';
import type { ListEngineChoice } from '../screening/index.ts';

/** The workflow that monitoring screens by, and starts. */
export const monitoringRoute = { eventType: 'PERIODIC_FLOW_EVENT', source: 'API' } as const;

/** What monitoring screens with: the engines that search lists, one choice for each screening node. */
export function monitoredEngines(nodes: readonly WorkflowNode[]): ListEngineChoice[] {
  return nodes.flatMap((node) => (node.type === 'screening' ? [listEngines(node.engines)] : []));
}

/** What is asked outside says nothing of a list: monitoring leaves it to the workflow. */
function listEngines(choice: EngineChoice): ListEngineChoice {
  return Object.fromEntries(Object.entries(choice).filter(([engine]) => engine !== 'INTERNET_SEARCH'));
}
