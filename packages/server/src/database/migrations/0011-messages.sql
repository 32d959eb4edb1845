-- Messages to people, by mail or SMS, and the one-time codes that they carry.

create table message (
  tenant_id text not null,
  domain text not null,
  message_id uuid not null,
  -- email or sms.
  channel text not null,
  -- What it says: a row of the table of texts.
  kind text not null,
  language text not null,
  -- With its middle hidden.
  address text not null,
  -- Address and content under the tenant's key; null once the message was sent, given up or has left the mailbox.
  sealed bytea,
  -- PENDING; SENT; KEPT in the development mailbox; FAILED; EXPIRED before it could be sent.
  state text not null default 'PENDING',
  -- Who sends it now; another node takes over when that one is gone.
  owner_node text,
  created_at timestamptz not null default now(),
  -- Not sent any more from then on.
  expires_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, domain, message_id)
);
create index message_under_way on message (owner_node) where state = 'PENDING' and owner_node is not null;
create index message_kept on message (finished_at) where state = 'KEPT' and sealed is not null;
create index message_by_time on message (created_at);

-- Written before the attempt leaves; the outcome follows when it is known. Never an answer's text: it may repeat the address.
create table message_attempt (
  tenant_id text not null,
  domain text not null,
  message_id uuid not null,
  attempt integer not null,
  provider text not null,
  intended_at timestamptz not null default now(),
  finished_at timestamptz,
  -- sent, kept, retry or refused; null while it is under way or was interrupted.
  outcome text,
  failure text,
  -- The provider's name for the message.
  reference text,
  primary key (tenant_id, domain, message_id, attempt),
  foreign key (tenant_id, domain, message_id) references message on delete cascade
);

-- The newest code of a subject; one that is sent again replaces it.
create table one_time_code (
  tenant_id text not null,
  domain text not null,
  -- Whose code it is, in the words of whoever asked.
  subject_key text not null,
  -- email or sms.
  channel text not null,
  -- Of this very code; bound into what is kept of it.
  code_id uuid not null,
  -- With its middle hidden.
  address text not null,
  -- Under the tenant's key; null once the code was spent.
  sealed_address bytea,
  -- Keyed hash of code, subject and address; null with it.
  code_hash bytea,
  attempts_left integer not null,
  message_id uuid not null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  resend_at timestamptz not null,
  verified_at timestamptz,
  primary key (tenant_id, domain, subject_key, channel)
);
create index one_time_code_by_time on one_time_code (sent_at);

-- What bounds the codes of a subject, of an address and of a tenant; keyed hashes that name nobody.
create table code_sending (
  tenant_id text not null,
  sending_id uuid not null,
  channel text not null,
  subject_hash bytea not null,
  address_hash bytea not null,
  sent_at timestamptz not null default now(),
  primary key (tenant_id, sending_id)
);
create index code_sending_by_time on code_sending (tenant_id, channel, sent_at);
create index code_sending_by_subject on code_sending (tenant_id, channel, subject_hash, sent_at);
create index code_sending_by_address on code_sending (tenant_id, channel, address_hash, sent_at);

do $$
declare name text;
begin
  foreach name in array array['message', 'message_attempt', 'one_time_code'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy of_operator on %I to gatehouse_operator using (current_user = ''gatehouse_operator'')', name);
    execute format('create policy of_scope on %I to gatehouse_app using (tenant_id = current_setting(''gatehouse.tenant'', true) and domain = current_setting(''gatehouse.domain'', true))', name);
  end loop;
  alter table code_sending enable row level security;
  alter table code_sending force row level security;
  create policy of_operator on code_sending to gatehouse_operator using (current_user = 'gatehouse_operator');
  create policy of_tenant on code_sending to gatehouse_app using (tenant_id = current_setting('gatehouse.tenant', true));
end $$;

grant select, insert, update, delete on message, message_attempt, one_time_code, code_sending to gatehouse_operator;
grant select, insert, update on message, message_attempt, one_time_code to gatehouse_app;
grant select, insert on code_sending to gatehouse_app;
