/**
 * Continuous monitoring: screens customers again when a list changes, and starts the tenant's monitoring workflow for
 * those with new hits. It never decides what a hit means and never loads a list.
 */
export { type ChangeTimes, type EvaluatedCustomers, evaluateCustomers } from './evaluate-customers.ts';
export { recordScreenings } from './late-screenings.ts';
export { monitoredEngines, monitoringRoute } from './monitored-engines.ts';
export { isMonitored, Monitoring, orderRescreening } from './monitoring.ts';
export { monitoringConsoleHandlers } from './monitoring-console-handlers.ts';
export type { RunSearch, ScreenedCustomer, WatchedCustomer } from './monitoring-protocol.ts';
export { readMonitoringStatistics } from './monitoring-statistics.ts';
export {
  type OnProgress,
  type PresentScreening,
  readMonitoredScopes,
  type ScreenedExtent,
} from './preview-screening.ts';
export { type DeploymentReport, readNewestRuns } from './run-reports.ts';
export type { RunJob } from './run-rows.ts';
