/** Counts what the service does and shows it on a listener of its own. Never knows what a figure is good for, nor a tenant. */
export { Metrics } from './metrics.ts';
export { startMetricsListener } from './metrics-listener.ts';
export type { StoreMetrics } from './store-metrics.ts';
