import { type RetentionKind, retentionKinds } from '@gatehouse/contract';
import type { AgingKind } from './aging-kind.ts';
import { customers } from './customer-kind.ts';
import { executions, uploads } from './execution-kinds.ts';
import {
  assurance,
  auditDetails,
  messages,
  monitoring,
  quickScans,
  usage,
  webhookContent,
} from './plain-kinds.ts';

/** Table of contents: every kind that goes by age. */
export const agingKinds: Readonly<Record<RetentionKind, AgingKind>> = {
  messages,
  webhookContent,
  uploads,
  quickScans,
  executions,
  customers,
  monitoring,
  assurance,
  usage,
  auditDetails,
};

/** The kinds of a domain; `''`: of what belongs to no domain. */
export function kindsOf(domain: string): RetentionKind[] {
  return retentionKinds.filter((kind) => domain !== '' || agingKinds[kind].ofTenant === true);
}
