/** Says what the gateway would make of a request that somebody pasted, and why. Never executes it. */
export { type CheckedRequest, checkRequest, type WrittenRequest } from './check-request.ts';
