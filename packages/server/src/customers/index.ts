/** Customer profiles, kept under the caller's customerId. Never decides anything about a customer. */
export { type CustomerUpdate, customerOfEvent, customerOfSubject } from './customer-update.ts';
