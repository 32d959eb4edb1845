import type { AuditRecordView } from '@gatehouse/contract';
import { Link, type LinkProps } from '@tanstack/react-router';
import { retentionKindText } from '../retention/retention-texts.ts';
import { labelOf } from '../ui/format.ts';

type ObjectOfRecord = Pick<AuditRecordView, 'domain' | 'object' | 'detail'>;

/** What a record is about: its kind, and its id, which leads to its page where it has one. */
export function AuditObject({ record }: { readonly record: ObjectOfRecord }) {
  const { object } = record;
  const page = pageOf(record);
  const id = <bdi>{idOf(record)}</bdi>;
  return (
    <>
      <span className="gh-dim">{labelOf(object.kind)}</span> {page ? <Link {...page}>{id}</Link> : id}
    </>
  );
}

/** A retention period is that of a kind of data. People know a customer by the customerId, which is in the detail until it is erased; its object has the ID that stays. */
function idOf({ object: { kind, id }, detail }: ObjectOfRecord): string {
  const { customerId } = detail;
  if (kind === 'retention') return retentionKindText(id) ?? id;
  return kind === 'customer' && typeof customerId === 'string' ? customerId : id;
}

function pageOf(record: ObjectOfRecord): LinkProps | undefined {
  const {
    domain,
    object: { kind },
  } = record;
  const id = idOf(record);
  if (kind === 'webhook') return { to: '/webhooks/$webhookId', params: { webhookId: id } };
  if (domain === null) return undefined;
  switch (kind) {
    case 'case':
      return { to: '/cases/$domain/$caseNo', params: { domain, caseNo: id } };
    case 'customer':
      return { to: '/customers/$domain/$customerId', params: { domain, customerId: id } };
    case 'execution':
      return { to: '/executions/$domain/$executionId', params: { domain, executionId: id } };
    case 'workflow':
      return { to: '/workflows/$domain/$workflowId', params: { domain, workflowId: id } };
    default:
      return undefined;
  }
}
