-- What people do on a case beside its moves: two people's word, time limits, notes and attachments.

-- Concluding it takes the same word of two people; `proposal` is the first one's: {"decision", "by"}.
alter table case_record add column four_eyes boolean not null default false;
alter table case_record add column proposal jsonb;
-- By when it is to be concluded, as the tenant's rules said when it was opened.
alter table case_record add column due_at timestamptz;
create index case_open_by_due on case_record (tenant_id, domain, coalesce(due_at, 'infinity'), case_no)
  where resolved_at is null;
create index case_by_customer on case_record (tenant_id, domain, customer_id, opened_at);

-- `cases` of the tenant file.
alter table tenant add column case_rules json;

-- Never changed: a later note puts an earlier one right.
create table case_note (
  tenant_id text not null,
  domain text not null,
  case_no text not null,
  note_id uuid not null,
  author text not null,
  text text not null,
  written_at timestamptz not null default now(),
  primary key (tenant_id, domain, case_no, note_id),
  foreign key (tenant_id, domain, case_no) references case_record
);

create table case_attachment (
  tenant_id text not null,
  domain text not null,
  case_no text not null,
  upload_id uuid not null,
  attached_by text not null,
  attached_at timestamptz not null default now(),
  primary key (tenant_id, domain, case_no, upload_id),
  foreign key (tenant_id, domain, case_no) references case_record,
  foreign key (tenant_id, domain, upload_id) references upload
);

-- Files that people of the tenant took in have no key.
alter table upload alter column api_key drop not null;
alter table upload add column uploaded_by text;

do $$
declare name text;
begin
  foreach name in array array['case_note', 'case_attachment'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy of_operator on %I to gatehouse_operator using (current_user = ''gatehouse_operator'')', name);
    execute format('create policy of_scope on %I to gatehouse_app using (tenant_id = current_setting(''gatehouse.tenant'', true) and domain = current_setting(''gatehouse.domain'', true))', name);
  end loop;
end $$;

grant select, insert, update, delete on case_note, case_attachment to gatehouse_operator;
grant select, insert on case_note, case_attachment to gatehouse_app;
