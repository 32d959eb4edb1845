-- People's sessions at the console, the count of failed sign-ins, and what lists of cases are read by.

create table console_session (
  tenant_id text not null,
  session_id uuid not null,
  email text not null,
  -- SHA-256 of the token in the person's cookie; the token itself is kept nowhere.
  token_hash bytea not null,
  -- SHA-256 of the stored password hash at signing in: a replaced password ends the session.
  credential bytea not null,
  started_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, session_id),
  foreign key (tenant_id, email) references user_account on delete cascade
);
-- Looked up before a tenant is known; only the operator's role sees the table, so nothing leaks by this index.
create unique index console_session_by_token on console_session (token_hash);
create index console_session_by_user on console_session (tenant_id, email);

-- Sign-ins that failed or are under way, by account and by address of the client; the key is a hash.
create table sign_in_failure (
  kind text not null,
  key bytea not null,
  failures integer not null,
  since timestamptz not null,
  primary key (kind, key)
);
create index sign_in_failure_by_age on sign_in_failure (since);

create index user_account_by_email on user_account (email);

create index case_by_opening on case_record (tenant_id, domain, opened_at, case_no);
create index case_open_by_risk on case_record (tenant_id, domain, (- coalesce(risk_score, -1)), opened_at, case_no)
  where resolved_at is null;

alter table console_session enable row level security;
alter table console_session force row level security;
create policy of_operator on console_session to gatehouse_operator using (current_user = 'gatehouse_operator');

grant select, insert, update, delete on console_session, sign_in_failure to gatehouse_operator;
