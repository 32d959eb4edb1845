/**
 * SQL of the subject of a customer: what was last submitted of a person or company, and under `wallets` the addresses of its
 * transactions, newest first. A customer known from transactions alone has wallets and no name.
 */

/** Wallets of one customer that are kept; older ones are followed no longer. Each is looked up whenever a list changes. */
const maxWallets = 50;

const wallets = (table: string) => `coalesce(${table}.subject->'wallets', '[]'::jsonb)`;

/** In `on conflict do update` of `customer as c`: the newest subject, and the wallets of both. */
export const mergedSubject = `case
    when excluded.subject is null then c.subject
    when c.subject is null then excluded.subject
    else (case when excluded.subject ? 'name' then excluded.subject else c.subject end) - 'wallets' || (
      select case when count(*) = 0 then '{}'::jsonb else jsonb_build_object('wallets', jsonb_agg(wallet order by place)) end
      from (
        select wallet, min(place) as place
        from jsonb_array_elements_text(${wallets('excluded')} || ${wallets('c')}) with ordinality as w (wallet, place)
        group by wallet order by min(place) limit ${maxWallets}
      ) newest
    )
  end`;

/**
 * Of `customer c`: the fields of a screening subject, and under `wallets` the addresses of its transactions. One that is known from
 * these alone has neither name nor type.
 */
export const screenedSubject = `jsonb_strip_nulls(c.subject || jsonb_build_object(
    'customerId', c.customer_id,
    'customerType', coalesce(c.subject->>'customerType', case when c.subject ? 'name' then 'individual' end),
    'idType', c.id_type, 'idNumber', c.id_number))`;
