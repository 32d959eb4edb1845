-- People look after their own accounts: passwords of their own choice, and where they are signed in.

-- Names a person in addresses, where an e-mail address has no place.
alter table user_account add column person_id uuid not null default gen_random_uuid();
create unique index user_account_by_id on user_account (tenant_id, person_id);
-- Of the password that the tenant file gave last: a file that says the same again undoes no change of the person's.
alter table user_account add column file_password_hash text;
update user_account set file_password_hash = password_hash;
alter table user_account add column password_changed_at timestamptz;
alter table user_account add column signed_in_at timestamptz;

-- By what somebody signed in, on which device and from where, for them to tell their sessions apart.
alter table console_session add column method text not null default 'password';
alter table console_session add column device text not null default '';
alter table console_session add column address text not null default '';
-- When they proved last who they are: what changes a password or a factor needs a fresh proof.
alter table console_session add column proved_at timestamptz not null default now();

-- How the people of the tenant sign in, as the tenant file gives it; null: nothing was said.
alter table tenant add column sign_in json;
