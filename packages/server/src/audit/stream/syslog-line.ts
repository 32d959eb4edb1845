import type { StreamedRecord } from './streamed-record.ts';

/** Facility "log audit" (13), severity "informational" (6). */
const priority = 13 * 8 + 6;
/** No number of a company stands for Gatehouse; this one is for examples (RFC 5612). */
const structuredDataId = 'gatehouse@32473';

/** A record as a message of RFC 5424; `hostname` is of this machine. */
export function syslogLine(record: StreamedRecord, hostname: string): string {
  const { id, tenant, domain, block, place, at, actor, action, object, detail } = record;
  const fields = Object.entries({
    id,
    tenant,
    domain,
    block: String(block),
    place: String(place),
    actorKind: actor.kind,
    actor: actor.id,
    action,
    objectKind: object.kind,
    objectId: object.id,
    ...(detail === undefined ? {} : { detail: JSON.stringify(detail) }),
  }).map(([name, value]) => `${name}="${escaped(value)}"`);
  const header = [
    `<${priority}>1`,
    at,
    headerField(hostname, 255),
    'gatehouse',
    '-',
    headerField(action, 32),
  ].join(' ');
  // A message in UTF-8 begins with the byte order mark.
  const text = `${action} of ${object.kind} ${object.id} by ${actor.kind} ${actor.id}`.replaceAll(
    /[\r\n]/g,
    ' ',
  );
  return `${header} [${structuredDataId} ${fields.join(' ')}] \ufeff${text}`;
}

/** Printable ASCII without a blank, of a length; `-` for none. */
function headerField(value: string, longest: number): string {
  return value.replaceAll(/[^\x21-\x7e]/g, '_').slice(0, longest) || '-';
}

/** `"`, `\` and `]` are escaped (RFC 5424 6.3.3); control characters would break lines at receivers that read lines. */
function escaped(value: string): string {
  return value.replaceAll(/["\\\]]/g, '\\$&').replaceAll(/\p{Cc}/gu, ' ');
}
