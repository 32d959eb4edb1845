/** Words of the interface that several operations share. */

/** Event types that start workflows (interface specification 6.1). */
export const eventTypes = [
  'KYC_EVENT',
  'KYB_EVENT',
  'TRANSACTION_EVENT',
  'WEB3_TRANSACTION_EVENT',
  'MANUAL_CASE_EVENT',
] as const;
export type EventType = (typeof eventTypes)[number];

/**
 * Every event type that a workflow can be for. `PERIODIC_FLOW_EVENT` is continuous monitoring's own: the service
 * raises it, and no caller can (interface specification 4.2 leaves that open; docs/interface.md 4).
 */
export const workflowEventTypes = [...eventTypes, 'PERIODIC_FLOW_EVENT'] as const;
export type WorkflowEventType = (typeof workflowEventTypes)[number];

/** Why monitoring screened a customer: a list changed, or somebody asked for it. */
export const monitoringReasons = ['LIST_CHANGE', 'RESCREEN'] as const;
export type MonitoringReason = (typeof monitoringReasons)[number];

/** Event types that have a hosted flow (interface specification 4.1). */
export const linkEventTypes = ['KYC_EVENT', 'KYB_EVENT'] as const satisfies readonly EventType[];
export type LinkEventType = (typeof linkEventTypes)[number];

/** Where an execution comes from: a server (interface specification 4.2) or the hosted flow (docs/interface.md 4). */
export const sources = ['API', 'SDK'] as const;
export type Source = (typeof sources)[number];

/** Quick-scan engines, in the order the interface lists them (interface specification 4.5). */
export const engines = [
  'GLOBAL_CHECK',
  'RISK_LISTS',
  'COMPOSITE_SCAN',
  'INTERNET_SEARCH',
  'WATCHLIST',
] as const;
export type Engine = (typeof engines)[number];

/** Engines that match names against lists in process. */
export const listEngines = [
  'GLOBAL_CHECK',
  'RISK_LISTS',
  'COMPOSITE_SCAN',
  'WATCHLIST',
] as const satisfies readonly Engine[];
export type ListEngine = (typeof listEngines)[number];

/** Whether a scan with this engine costs a credit (interface specification 4.5). */
export function consumesCredit(engine: Engine): boolean {
  return engine !== 'WATCHLIST';
}
