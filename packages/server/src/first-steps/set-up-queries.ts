import type { FirstStep } from '@gatehouse/contract';
import type { Database } from '../database/database.ts';
import { statement } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';

type SetUp = Readonly<Record<Extract<FirstStep, 'workflow' | 'case' | 'webhook' | 'colleague'>, boolean>>;

/** Deliveries that are looked through for one that succeeded, the newest first: a tenant may have millions that failed. */
const maxDeliveries = 1000;

/** What is set up in a domain, as the store has it; `email` is of whoever asks, who is not a colleague. */
export async function readSetUp(database: Database, scope: Scope, email: string): Promise<SetUp> {
  const [row] = await database.read(
    scope,
    statement<SetUp>(
      `select
         exists (select from workflow
           where tenant_id = $1 and domain = $2 and published_version is not null) as workflow,
         exists (select from case_record
           where tenant_id = $1 and domain = $2 and resolved_at is not null and assignee is not null) as case,
         exists (select from (select state from webhook_delivery
             where tenant_id = $1 and domain = $2 order by delivery_id desc limit ${maxDeliveries}) d
           where d.state = 'SUCCEEDED') as webhook,
         exists (select from user_account where tenant_id = $1 and email <> $3 and enabled) as colleague`,
      [scope.tenantId, scope.domain, email],
    ),
  );
  if (row === undefined) throw new Error('A statement without a table answered no row');
  return row;
}
