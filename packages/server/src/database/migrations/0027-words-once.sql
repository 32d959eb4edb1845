-- Words of search are kept once, at the customer: cases are found by their number, and through their customer by its id and by words of
-- its name and of the names that its cases have. Ids that are plain already are found in the column itself.

-- Holds the names of customers as they are until the transaction ends. Renaming holds them alone.
create function gatehouse.lock_customer_names(keys text[], is_change boolean) returns void language plpgsql as $$
declare
  key bigint;
begin
  for key in select distinct hashtextextended(k, 8204119381) from unnest(keys) k order by 1 loop
    if is_change then perform pg_advisory_xact_lock(key); else perform pg_advisory_xact_lock_shared(key); end if;
  end loop;
end $$;

create or replace function gatehouse.add_customer_words() returns trigger language plpgsql as $$
begin
  insert into gatehouse.customer_word (tenant_id, domain, word, customer_id)
  select c.tenant_id, c.domain, w.word, c.customer_id from added c
  cross join lateral (select gatehouse.plain_text(c.customer_id) as word where gatehouse.plain_text(c.customer_id) <> c.customer_id
    union select gatehouse.plain_words(c.name)) w
  on conflict do nothing;
  return null;
end $$;

-- Words of an earlier name stay while a case has that name.
create or replace function gatehouse.change_customer_words() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  -- Most submits of a known customer bring the same name.
  if not exists (select from added a join removed r using (tenant_id, domain, customer_id) where a.name is distinct from r.name) then
    return null;
  end if;
  perform gatehouse.lock_customer_names(
    array(select a.tenant_id || '/' || a.domain || '/' || a.customer_id from added a join removed r using (tenant_id, domain, customer_id)
      where a.name is distinct from r.name), true);
  delete from gatehouse.customer_word w using (
    select a.tenant_id, a.domain, a.customer_id, earlier.word from added a join removed r using (tenant_id, domain, customer_id)
    cross join lateral (select gatehouse.plain_words(r.name) except select gatehouse.plain_words(a.name)) earlier (word)
    where a.name is distinct from r.name
      and not exists (select from gatehouse.case_record k cross join lateral gatehouse.plain_words(k.customer_name) n (word)
        where (k.tenant_id, k.domain, k.customer_id) = (a.tenant_id, a.domain, a.customer_id) and n.word = earlier.word)
  ) gone
  where (w.tenant_id, w.domain, w.word, w.customer_id) = (gone.tenant_id, gone.domain, gone.word, gone.customer_id)
    and gone.word <> gatehouse.plain_text(gone.customer_id);
  insert into gatehouse.customer_word (tenant_id, domain, word, customer_id)
  select a.tenant_id, a.domain, w.word, a.customer_id from added a join removed r using (tenant_id, domain, customer_id)
  cross join lateral gatehouse.plain_words(a.name) w (word)
  where a.name is distinct from r.name
  on conflict do nothing;
  return null;
end $$;

create or replace function gatehouse.remove_customer_words() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  delete from gatehouse.customer_word w using (
    select r.tenant_id, r.domain, r.customer_id, own.word from removed r
    cross join lateral (select gatehouse.plain_words(r.name) union select gatehouse.plain_text(r.customer_id)) own (word)
  ) gone
  where (w.tenant_id, w.domain, w.word, w.customer_id) = (gone.tenant_id, gone.domain, gone.word, gone.customer_id);
  return null;
end $$;

-- Adds what its customer is not found by: the words of another name, as where the event has no subject of its own.
create or replace function gatehouse.add_case_words() returns trigger language plpgsql as $$
begin
  perform gatehouse.lock_customer_names(array(select tenant_id || '/' || domain || '/' || customer_id from added), false);
  insert into gatehouse.customer_word (tenant_id, domain, word, customer_id)
  select k.tenant_id, k.domain, w.word, k.customer_id from added k
  left join gatehouse.customer c on (c.tenant_id, c.domain, c.customer_id) = (k.tenant_id, k.domain, k.customer_id)
  cross join lateral (select gatehouse.plain_text(k.customer_id) as word where c.customer_id is null
    union select gatehouse.plain_words(k.customer_name)) w
  where c.customer_id is null or c.name is distinct from k.customer_name
  on conflict do nothing;
  return null;
end $$;

-- Removes what neither the customer nor another of its cases has.
create or replace function gatehouse.remove_case_words() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  delete from gatehouse.customer_word w using (
    select distinct r.tenant_id, r.domain, r.customer_id, own.word from removed r
    left join gatehouse.customer c on (c.tenant_id, c.domain, c.customer_id) = (r.tenant_id, r.domain, r.customer_id)
    cross join lateral (select gatehouse.plain_words(r.customer_name)
      union select gatehouse.plain_text(r.customer_id) where c.customer_id is null) own (word)
    where (c.customer_id is null or c.name is distinct from r.customer_name)
      and (c.customer_id is null or own.word <> gatehouse.plain_text(r.customer_id))
      and not exists (select from gatehouse.plain_words(c.name) n (word) where n.word = own.word)
      and not exists (select from gatehouse.case_record k
        cross join lateral (select gatehouse.plain_words(k.customer_name) union select gatehouse.plain_text(k.customer_id)) n (word)
        where (k.tenant_id, k.domain, k.customer_id) = (r.tenant_id, r.domain, r.customer_id) and n.word = own.word)
  ) gone
  where (w.tenant_id, w.domain, w.word, w.customer_id) = (gone.tenant_id, gone.domain, gone.word, gone.customer_id);
  return null;
end $$;

-- For cases of before. Row-level security lets the operator alone see them.
set role gatehouse_operator;
insert into gatehouse.customer_word (tenant_id, domain, word, customer_id)
select k.tenant_id, k.domain, w.word, k.customer_id from gatehouse.case_record k
left join gatehouse.customer c on (c.tenant_id, c.domain, c.customer_id) = (k.tenant_id, k.domain, k.customer_id)
cross join lateral (select gatehouse.plain_text(k.customer_id) as word where c.customer_id is null
  union select gatehouse.plain_words(k.customer_name)) w
where c.customer_id is null or c.name is distinct from k.customer_name
on conflict do nothing;
reset role;

drop table gatehouse.case_word;
-- Served searches for a second word, which the name answers now. The primary key serves what removes words.
drop index gatehouse.customer_word_of;
