-- What cases are found by, as for customers: one row for each word, which an index answers behind row-level security.
create table case_word (
  tenant_id text not null,
  domain text not null,
  -- The case's number, its customer's id, or a word of the name, without accents and in small letters.
  word text collate "C" not null,
  case_no text not null,
  primary key (tenant_id, domain, word, case_no)
);

create function words_of_case(case_no text, customer_id text, customer_name text) returns setof text
language sql immutable parallel safe as $$
  select gatehouse.plain_text(case_no) union select gatehouse.plain_text(customer_id)
  union select gatehouse.plain_words(customer_name)
$$;

insert into case_word (tenant_id, domain, word, case_no)
select c.tenant_id, c.domain, w.word, c.case_no from case_record c
cross join lateral words_of_case(c.case_no, c.customer_id, c.customer_name) w (word);

-- A case keeps its number and whom it is about for good.
create function add_case_words() returns trigger language plpgsql as $$
begin
  insert into gatehouse.case_word (tenant_id, domain, word, case_no)
  select c.tenant_id, c.domain, w.word, c.case_no from added c
  cross join lateral gatehouse.words_of_case(c.case_no, c.customer_id, c.customer_name) w (word);
  return null;
end $$;

create function remove_case_words() returns trigger language plpgsql as $$
begin
  delete from gatehouse.case_word w using removed r
  where (w.tenant_id, w.domain, w.case_no) = (r.tenant_id, r.domain, r.case_no)
    and w.word in (select gatehouse.words_of_case(r.case_no, r.customer_id, r.customer_name));
  return null;
end $$;

create trigger words_of_added after insert on case_record
  referencing new table as added for each statement execute function add_case_words();
create trigger words_of_removed after delete on case_record
  referencing old table as removed for each statement execute function remove_case_words();

alter table case_word enable row level security;
alter table case_word force row level security;
create policy of_operator on case_word to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on case_word to gatehouse_app using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert, update, delete on case_word to gatehouse_operator;
grant select, insert on case_word to gatehouse_app;
