/** Hands a case out with the audit records that prove it, and checks such a bundle. Never changes a case. */
export { type BundleReport, verifyBundle } from './bundle-check.ts';
export { bundleConsoleHandlers } from './bundle-console-handlers.ts';
