/** Customer profiles, kept under the caller's customerId. Never decides anything about a customer. */
export { customerConsoleHandlers } from './customer-console-handlers.ts';
export {
  hasSubject,
  type PartyStatement,
  readPartyStatements,
  saveParties,
  screenedName,
} from './customer-parties.ts';
export { mergedSubject, screenedSubject } from './customer-subject.ts';
export { type CustomerUpdate, customerOfEvent, customerOfSubject } from './customer-update.ts';
export { candidatesOf, findCandidates } from './find-customers.ts';
export {
  type CustomerMonitoring,
  chooseMonitoring,
  countMonitoredCustomers,
  type FollowedCustomer,
  keepAuditId,
  readAuditId,
  readChangedParties,
  readCustomerMonitoring,
  readFollowedCustomers,
  readMonitoredCustomer,
  readMonitoredCustomers,
  readTransactionHorizon,
} from './monitoring-queries.ts';
export { saveCustomer } from './save-customer.ts';
export { readScreenedCustomers } from './screened-customers.ts';
