import type { AuditRecordView } from '@gatehouse/contract';
import { Link, type LinkProps } from '@tanstack/react-router';
import { labelOf } from '../ui/format.ts';

/** What a record is about: its kind, and its id, which leads to its page where it has one. */
export function AuditObject({ record }: { readonly record: Pick<AuditRecordView, 'domain' | 'object'> }) {
  const { object } = record;
  const page = pageOf(record);
  const id = <bdi>{object.id}</bdi>;
  return (
    <>
      <span className="gh-dim">{labelOf(object.kind)}</span> {page ? <Link {...page}>{id}</Link> : id}
    </>
  );
}

function pageOf({
  domain,
  object: { kind, id },
}: Pick<AuditRecordView, 'domain' | 'object'>): LinkProps | undefined {
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
