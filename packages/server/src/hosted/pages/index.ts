/** The hosted verification over HTTP: its pages, and the interface that they call. What a step asks for it does not know. */
export { refuseUnreadableFlowAddress } from './flow-api.ts';
export { type HostedOptions, hostedPath, hostedPlugin } from './hosted-plugin.ts';
export { sweepFlows } from './sweep-flows.ts';
