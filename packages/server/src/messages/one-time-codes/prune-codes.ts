import type { Database } from '../../database/database.ts';

/** Longer than the day that bounds are counted over. */
const retentionHours = 25;
const batch = 1000;

/** Forgets codes and sendings that count no more, of all tenants. To be called about once a minute. */
export async function pruneCodes(database: Database): Promise<void> {
  await database.operator(async (tx) => {
    await tx.sql(
      `with old as materialized (
         select tenant_id, domain, subject_key, channel from one_time_code
         where sent_at < now() - $1 * interval '1 hour' order by sent_at limit ${batch} for update skip locked
       )
       delete from one_time_code c using old
       where c.tenant_id = old.tenant_id and c.domain = old.domain and c.subject_key = old.subject_key
         and c.channel = old.channel`,
      [retentionHours],
    );
    await tx.sql(
      `with old as materialized (
         select tenant_id, sending_id from code_sending
         where sent_at < now() - $1 * interval '1 hour' limit ${batch} for update skip locked
       )
       delete from code_sending s using old
       where s.tenant_id = old.tenant_id and s.sending_id = old.sending_id`,
      [retentionHours],
    );
  });
}
