-- Row-level security lets no index answer a comparison that might tell of other rows; those of plain texts may. So
-- what customers are found by stands in rows of its own, one for each word, instead of in an index over customers.
drop index customer_by_keys;
drop function customer_query(text, text, text);
drop function customer_keys(text, text, text, text);

create table customer_word (
  tenant_id text not null,
  domain text not null,
  -- The id, or a word of the name, without accents and in small letters.
  word text collate "C" not null,
  customer_id text not null,
  primary key (tenant_id, domain, word, customer_id)
);
-- Whether a customer has a second word of a search, too.
create index customer_word_of on customer_word (tenant_id, domain, customer_id, word);

insert into customer_word (tenant_id, domain, word, customer_id)
select c.tenant_id, c.domain, w.word, c.customer_id from customer c
cross join lateral (select gatehouse.plain_text(c.customer_id) as word union select gatehouse.plain_words(c.name)) w;

create function add_customer_words() returns trigger language plpgsql as $$
begin
  insert into gatehouse.customer_word (tenant_id, domain, word, customer_id)
  select c.tenant_id, c.domain, w.word, c.customer_id from added c
  cross join lateral (select gatehouse.plain_text(c.customer_id) as word union select gatehouse.plain_words(c.name)) w
  on conflict do nothing;
  return null;
end $$;

create function change_customer_words() returns trigger language plpgsql as $$
begin
  -- Most submits of a known customer bring the same name.
  if not exists (select from added a join removed r using (tenant_id, domain, customer_id) where a.name is distinct from r.name) then
    return null;
  end if;
  delete from gatehouse.customer_word w using added a, removed r
  where (a.tenant_id, a.domain, a.customer_id) = (r.tenant_id, r.domain, r.customer_id) and a.name is distinct from r.name
    and (w.tenant_id, w.domain, w.customer_id) = (a.tenant_id, a.domain, a.customer_id)
    and w.word in (select gatehouse.plain_words(r.name));
  insert into gatehouse.customer_word (tenant_id, domain, word, customer_id)
  select c.tenant_id, c.domain, w.word, c.customer_id from added c
  cross join lateral (select gatehouse.plain_text(c.customer_id) as word union select gatehouse.plain_words(c.name)) w
  on conflict do nothing;
  return null;
end $$;

create function remove_customer_words() returns trigger language plpgsql as $$
begin
  delete from gatehouse.customer_word w using removed r
  where (w.tenant_id, w.domain, w.customer_id) = (r.tenant_id, r.domain, r.customer_id)
    and w.word in (select gatehouse.plain_words(r.name) union select gatehouse.plain_text(r.customer_id));
  return null;
end $$;

create trigger words_of_added after insert on customer
  referencing new table as added for each statement execute function add_customer_words();
create trigger words_of_changed after update on customer
  referencing new table as added old table as removed for each statement execute function change_customer_words();
create trigger words_of_removed after delete on customer
  referencing old table as removed for each statement execute function remove_customer_words();

alter table customer_word enable row level security;
alter table customer_word force row level security;
create policy of_operator on customer_word to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on customer_word to gatehouse_app using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert, update, delete on customer_word to gatehouse_operator;
grant select, insert, delete on customer_word to gatehouse_app;
