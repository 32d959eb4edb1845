import { httpDestination, type RecordDestination, syslogDestination } from '../audit/stream/index.ts';
import type { Config } from '../config/index.ts';
import type { Egress } from '../lib/egress.ts';

/** Where audit records are streamed to, by the settings. */
export function recordDestinations({ siem }: Pick<Config, 'siem'>, egress: Egress): RecordDestination[] {
  const destinations: RecordDestination[] = [];
  if (siem.http !== undefined) destinations.push(httpDestination(siem.http, egress));
  if (siem.syslog !== undefined) destinations.push(syslogDestination(siem.syslog));
  return destinations;
}
