/** Sends sealed audit records to a SIEM, in the order of the seal and at least once. It changes no record. */
export { httpDestination } from './http-destination.ts';
export { type RecordDestination, streamRecords } from './stream-records.ts';
export { syslogDestination } from './syslog-destination.ts';
