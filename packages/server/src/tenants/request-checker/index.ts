/** Says what the gateway would make of a request that somebody pasted, and why. Never executes it. */
export { checkRequest } from './check-request.ts';
