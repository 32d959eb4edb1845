-- The whole schema. Keys of a tenant's rows begin with the tenant, and with the domain where a row belongs to one: a unique
-- violation must not tell that another tenant's row exists. Tables that grow with time have the UUIDv7 of the row, or of what
-- it belongs to, in their primary key, so that months can become partitions. Their comment names that column
-- (docs/decisions/0017-table-layout.md).

-- The comment on each column is its class. personal: identifies a person or says something of one; it is exported and erased
-- with them. secret: gives access; it is never exported. technical: anything else; it remains.
-- A later migration classes a new column itself: comment on column t.c is 'technical'.
create procedure class_columns(of_table text, personal text default '', secret text default '', technical text default '')
language plpgsql as $$
declare
  class text;
  names text;
  name text;
begin
  for class, names in values ('personal', personal), ('secret', secret), ('technical', technical) loop
    for name in select regexp_split_to_table(names, '\s*,\s*') where names <> '' loop
      execute format('comment on column %I.%I is %L', of_table, name, class);
    end loop;
  end loop;
end $$;

-- Tenants: what each may do, its domains, keys and people.

create table tenant (
  tenant_id text primary key,
  name text not null,
  -- What a tenant is for, so that nobody takes its console for another one's.
  environment text not null default 'production',
  -- Whether the tenant's own file calls it production: only then a second person publishes without being asked for.
  production_stated boolean not null default false,
  enabled boolean not null,
  billing_blocked boolean not null,
  events text[] not null,
  quick_scan_granted integer not null,
  quick_scan_used integer not null default 0,
  -- Null: the default bound (contract, defaultMaxStoredBytes).
  max_stored_bytes bigint,
  watchlist_revision integer not null default 0,
  monitoring_default boolean not null default false,
  -- Web pages that may upload from a browser and read the answer.
  upload_origins text[] not null default '{}',
  -- Hosts that webhooks may call; null: any.
  webhook_hosts jsonb,
  -- What publishing wants beside a definition without faults, and where; null: nothing.
  publishing jsonb,
  -- As the tenant file gives them; null: nothing was said.
  branding json,
  hosted json,
  -- `cases` of the tenant file.
  case_rules json,
  -- How the people of the tenant sign in, as the tenant file gives it; null: nothing was said.
  sign_in json,
  created_at timestamptz not null default now(),
  constraint tenant_environment check (environment in ('production', 'test'))
);
call class_columns('tenant',
  technical => 'tenant_id, name, environment, production_stated, enabled, billing_blocked, events,
    quick_scan_granted, quick_scan_used, max_stored_bytes, watchlist_revision, monitoring_default,
    upload_origins, webhook_hosts, publishing, branding, hosted, case_rules, sign_in, created_at');

create table tenant_domain (
  tenant_id text not null references tenant,
  domain text not null,
  primary key (tenant_id, domain)
);
call class_columns('tenant_domain',
  technical => 'tenant_id, domain');

-- The tenant's data key, wrapped by the deployment's master key; master_key_id names that key.
create table tenant_data_key (
  tenant_id text primary key references tenant,
  wrapped_key bytea not null,
  master_key_id text not null,
  rotated_at timestamptz not null default now()
);
call class_columns('tenant_data_key',
  secret => 'wrapped_key',
  technical => 'tenant_id, master_key_id, rotated_at');

-- The active version of each of a tenant's settings, who changed it, and whether the tenant file names it. The values
-- are in `tenant` and `tenant_reference`.
create table tenant_setting (
  tenant_id text not null references tenant,
  section text not null,
  version integer not null default 0,
  -- Whether the file that was applied last speaks of it: applied again, its word counts again.
  in_file boolean not null default false,
  -- The person; null: a tenant file, or nobody.
  changed_by text,
  changed_at timestamptz,
  primary key (tenant_id, section)
);
call class_columns('tenant_setting',
  personal => 'changed_by',
  technical => 'tenant_id, section, version, in_file, changed_at');

create table tenant_storage (
  tenant_id text primary key references tenant,
  stored_bytes bigint not null
);
call class_columns('tenant_storage',
  technical => 'tenant_id, stored_bytes');

create table api_key (
  tenant_id text not null references tenant,
  api_key text not null,
  -- What people call it; keys of tenant files have none until somebody names them.
  name text not null default '',
  secret bytea not null,
  -- A key's secrets have numbers, so that a use is told of the very secret it was made with.
  secret_number integer not null default 1,
  -- The secret before the active one, while calls signed with it are still taken.
  previous_secret bytea,
  previous_number integer,
  -- When the secret before was replaced: what it signed since tells whether a caller still lacks the new one.
  previous_since timestamptz,
  previous_until timestamptz,
  -- Keyed hash of what the tenant file last said, where another secret is active; the secret itself is not kept.
  file_secret_hash bytea,
  domains text[],
  operations text[] not null,
  rate_requests integer,
  rate_seconds double precision,
  rate_next_at double precision not null default 0,
  calls_granted integer,
  calls_used integer not null default 0,
  expires_at timestamptz,
  enabled boolean not null,
  -- Raised by each change of what the key may: who read an older one changes nothing.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  -- For good: its secrets are gone, and no tenant file brings it back.
  revoked_at timestamptz,
  primary key (tenant_id, api_key),
  constraint api_key_previous check ((previous_secret is null) = (previous_until is null))
);
-- Keys are looked up before a tenant is known; only the operator writes them, so nothing leaks by this index.
create unique index api_key_by_name on api_key (api_key);
call class_columns('api_key',
  secret => 'secret, previous_secret, file_secret_hash',
  technical => 'tenant_id, api_key, name, secret_number, previous_number, previous_since, previous_until, domains,
    operations, rate_requests, rate_seconds, rate_next_at, calls_granted, calls_used, expires_at,
    enabled, revision, created_at, revoked_at');

-- When calls were last signed, by secret. Apart from the keys: their rows are taken by each call that is counted.
create table api_key_use (
  tenant_id text not null,
  api_key text not null,
  secret_number integer not null,
  last_used_at timestamptz not null,
  primary key (tenant_id, api_key, secret_number)
);
call class_columns('api_key_use',
  technical => 'tenant_id, api_key, secret_number, last_used_at');

create table event_quota (
  tenant_id text not null references tenant,
  event_type text not null,
  granted integer not null,
  used integer not null default 0,
  primary key (tenant_id, event_type)
);
call class_columns('event_quota',
  technical => 'tenant_id, event_type, granted, used');

create table reviewer_group (
  tenant_id text not null references tenant,
  name text not null,
  primary key (tenant_id, name)
);
call class_columns('reviewer_group',
  technical => 'tenant_id, name');

-- People's accounts: sign-in, factors and sessions.

create table user_account (
  tenant_id text not null references tenant,
  email text not null,
  -- Names a person in addresses, where an e-mail address has no place.
  person_id uuid not null default gen_random_uuid(),
  name text,
  password_hash text,
  -- Of the password that the tenant file gave last: a file that says the same again undoes no change of the person's.
  file_password_hash text,
  roles text[] not null,
  groups text[] not null,
  enabled boolean not null,
  created_at timestamptz not null default now(),
  password_changed_at timestamptz,
  signed_in_at timestamptz,
  primary key (tenant_id, email)
);
create index user_account_by_email on user_account (email);
create unique index user_account_by_id on user_account (tenant_id, person_id);
call class_columns('user_account',
  personal => 'email, name',
  secret => 'password_hash, file_password_hash',
  technical => 'tenant_id, person_id, roles, groups, enabled, created_at, password_changed_at, signed_in_at');

create table console_session (
  tenant_id text not null,
  session_id uuid not null,
  email text not null,
  -- SHA-256 of the token in the person's cookie; the token itself is kept nowhere.
  token_hash bytea not null,
  -- SHA-256 of the stored password hash at signing in: a replaced password ends the session.
  credential bytea not null,
  -- By what somebody signed in, on which device and from where, for them to tell their sessions apart.
  method text not null default 'password',
  device text not null default '',
  address text not null default '',
  started_at timestamptz not null,
  used_at timestamptz not null,
  -- When they proved last who they are: what changes a password or a factor needs a fresh proof.
  proved_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, session_id),
  foreign key (tenant_id, email) references user_account on delete cascade
);
-- Looked up before a tenant is known; only the operator's role sees the table, so nothing leaks by this index.
create unique index console_session_by_token on console_session (token_hash);
create index console_session_by_user on console_session (tenant_id, email);
call class_columns('console_session',
  personal => 'email, device, address',
  secret => 'token_hash, credential',
  technical => 'tenant_id, session_id, method, started_at, used_at, proved_at, expires_at');

create table totp_factor (
  tenant_id text not null,
  email text not null,
  -- Sealed under the tenant's key; null while none is confirmed.
  secret bytea,
  -- Shown to the person, who has not yet given a code of it.
  pending_secret bytea,
  confirmed_at timestamptz,
  -- Of the code that was taken last: none is taken twice.
  last_step bigint not null default 0,
  primary key (tenant_id, email),
  foreign key (tenant_id, email) references user_account on delete cascade,
  check ((secret is null) = (confirmed_at is null))
);
call class_columns('totp_factor',
  personal => 'email',
  secret => 'secret, pending_secret',
  technical => 'tenant_id, confirmed_at, last_step');

create table recovery_code (
  tenant_id text not null,
  email text not null,
  -- Keyed by the tenant's key: the code itself is kept nowhere.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (tenant_id, email, code_hash),
  foreign key (tenant_id, email) references user_account on delete cascade
);
call class_columns('recovery_code',
  personal => 'email',
  secret => 'code_hash',
  technical => 'tenant_id, used_at');

create table passkey (
  tenant_id text not null,
  passkey_id uuid not null,
  email text not null,
  credential_id bytea not null,
  public_key bytea not null,
  -- As the authenticator counts its uses; one that goes back is a copy.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- Whether it is kept in several places, so that a lost device is not the end of it.
  backed_up boolean not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (tenant_id, passkey_id),
  foreign key (tenant_id, email) references user_account on delete cascade
);
-- Looked up before a tenant is known; only the operator's role sees the table, so nothing leaks by this index.
create unique index passkey_by_credential on passkey (credential_id);
create index passkey_by_user on passkey (tenant_id, email);
call class_columns('passkey',
  personal => 'email, credential_id, name',
  technical => 'tenant_id, passkey_id, public_key, counter, transports, backed_up, created_at, used_at');

create table person_link (
  tenant_id text not null,
  link_id uuid not null,
  email text not null,
  kind text not null,
  -- SHA-256 of the token; the token itself is kept nowhere.
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, link_id),
  foreign key (tenant_id, email) references user_account on delete cascade,
  check (kind in ('invitation', 'reset'))
);
-- Looked up before a tenant is known, by the operator's role alone.
create unique index person_link_by_token on person_link (token_hash);
create index person_link_by_user on person_link (tenant_id, email);
call class_columns('person_link',
  personal => 'email',
  secret => 'token_hash',
  technical => 'tenant_id, link_id, kind, created_at, expires_at');

-- Identity providers by which people of a tenant sign in, and as whom each knows them.
create table identity_provider (
  tenant_id text not null references tenant,
  provider_id text not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- Sealed; null for a public client.
  client_secret bytea,
  email_domains text[] not null,
  -- Whether addresses are the person's even where the provider does not say that it verified them.
  trusts_addresses boolean not null,
  enabled boolean not null,
  primary key (tenant_id, provider_id)
);
-- Asked before a tenant is known; only the operator's role sees the table.
create index identity_provider_by_domain on identity_provider using gin (email_domains);
call class_columns('identity_provider',
  secret => 'client_secret',
  technical => 'tenant_id, provider_id, name, issuer, client_id, email_domains, trusts_addresses, enabled');

-- A provider may give an address to somebody else one day; its own id of a person stays.
create table person_identity (
  tenant_id text not null,
  provider_id text not null,
  subject text not null,
  email text not null,
  linked_at timestamptz not null default now(),
  primary key (tenant_id, provider_id, subject),
  unique (tenant_id, provider_id, email),
  foreign key (tenant_id, email) references user_account on delete cascade,
  foreign key (tenant_id, provider_id) references identity_provider on delete cascade
);
create index person_identity_by_user on person_identity (tenant_id, email);
call class_columns('person_identity',
  personal => 'subject, email',
  technical => 'tenant_id, provider_id, linked_at');

-- A ceremony has two calls: the first hands out a challenge with a token, the second brings both back, once.
create table ceremony (
  token_hash bytea primary key,
  kind text not null,
  -- Whose it is; null while nobody has said who they are.
  tenant_id text,
  email text,
  data jsonb not null,
  expires_at timestamptz not null
);
create index ceremony_by_end on ceremony (expires_at);
call class_columns('ceremony',
  personal => 'email, data',
  secret => 'token_hash',
  technical => 'kind, tenant_id, expires_at');

-- Sign-ins that failed or are under way, by account and by address of the client; the key is a hash.
create table sign_in_failure (
  kind text not null,
  key bytea not null,
  failures integer not null,
  since timestamptz not null,
  primary key (kind, key)
);
create index sign_in_failure_by_age on sign_in_failure (since);
call class_columns('sign_in_failure',
  personal => 'key',
  technical => 'kind, failures, since');

-- Webhooks and workflows: definitions and their versions.

create table webhook (
  tenant_id text not null references tenant,
  webhook_id text not null,
  version integer not null default 1,
  definition jsonb not null,
  updated_at timestamptz not null default now(),
  -- A webhook that people took out of use: its versions and deliveries stay, and its id is not given again.
  removed_at timestamptz,
  primary key (tenant_id, webhook_id)
);
call class_columns('webhook',
  technical => 'tenant_id, webhook_id, version, definition, updated_at, removed_at');

-- A saved definition never changes: years later a delivery still tells what was sent by it.
create table webhook_version (
  tenant_id text not null,
  webhook_id text not null,
  version integer not null,
  definition jsonb not null,
  saved_at timestamptz not null default now(),
  actor_kind text not null,
  actor text not null,
  primary key (tenant_id, webhook_id, version),
  foreign key (tenant_id, webhook_id) references webhook
);
call class_columns('webhook_version',
  personal => 'actor',
  technical => 'tenant_id, webhook_id, version, definition, saved_at, actor_kind');

create table webhook_secret (
  tenant_id text not null,
  webhook_id text not null,
  -- current signs; next and previous sign beside it under headers of their own. file: what a tenant file gave
  -- last, so that applying it again does not undo a change.
  stage text not null,
  secret bytea not null,
  since timestamptz not null default now(),
  -- Of the previous one: when it ends.
  until timestamptz,
  primary key (tenant_id, webhook_id, stage),
  foreign key (tenant_id, webhook_id) references webhook,
  check ((until is not null) = (stage = 'previous')),
  check (stage in ('current', 'next', 'previous', 'file'))
);
call class_columns('webhook_secret',
  secret => 'secret',
  technical => 'tenant_id, webhook_id, stage, since, until');

create table workflow (
  tenant_id text not null,
  domain text not null,
  workflow_id text not null,
  name text not null,
  event_type text not null,
  source text not null,
  draft jsonb not null,
  -- Who saved the draft since it was published last: none of them approves it.
  draft_authors text[] not null default '{}',
  published_version integer,
  published_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, domain, workflow_id),
  foreign key (tenant_id, domain) references tenant_domain
);
call class_columns('workflow',
  personal => 'draft_authors',
  technical => 'tenant_id, domain, workflow_id, name, event_type, source, draft, published_version, published_at,
    updated_at');

-- A published version never changes.
create table workflow_version (
  tenant_id text not null,
  domain text not null,
  workflow_id text not null,
  version integer not null,
  event_type text not null,
  source text not null,
  definition jsonb not null,
  -- By webhook id, the version whose inputs and outputs the workflow version was published with.
  webhooks jsonb not null default '{}',
  actor_kind text,
  actor text,
  -- Who asked for the approval by which it was published.
  asked_by text,
  published_at timestamptz not null default now(),
  primary key (tenant_id, domain, workflow_id, version),
  foreign key (tenant_id, domain, workflow_id) references workflow
);
call class_columns('workflow_version',
  personal => 'actor, asked_by',
  technical => 'tenant_id, domain, workflow_id, version, event_type, source, definition, webhooks, actor_kind,
    published_at');

-- That somebody asked another person to publish a workflow. Saving another content takes it away.
create table workflow_approval (
  tenant_id text not null,
  domain text not null,
  workflow_id text not null,
  -- Digest of the draft that was asked for.
  revision text not null,
  state text not null default 'asked',
  asked_by text not null,
  asked_at timestamptz not null default now(),
  note text,
  returned_by text,
  returned_at timestamptz,
  reason text,
  primary key (tenant_id, domain, workflow_id),
  foreign key (tenant_id, domain, workflow_id) references workflow,
  check ((state = 'returned') = (returned_by is not null and returned_at is not null and reason is not null)),
  check (state in ('asked', 'returned'))
);
call class_columns('workflow_approval',
  personal => 'asked_by, note, returned_by, reason',
  technical => 'tenant_id, domain, workflow_id, revision, state, asked_at, returned_at');

-- Customers, executions and their decisions.

create table customer (
  tenant_id text not null,
  domain text not null,
  customer_id text not null,
  -- What the audit record calls a customer: a customerId may be an e-mail address.
  audit_id uuid not null default gen_random_uuid(),
  customer_type text,
  name text,
  profile jsonb not null,
  subject jsonb,
  id_type text,
  id_number text,
  -- monitored: null as long as nobody has said so of this customer; then the tenant's default counts.
  -- subject: the screening subject as last submitted, but for the document, which the first submission settles.
  -- changed_in: the transaction that last changed the row; whoever follows the customers asks for those at or above the
  -- oldest one that was open at its last look, so that none is missed.
  monitored boolean,
  changed_in bigint not null default pg_current_xact_id()::text::bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, domain, customer_id)
);
create index customer_by_change on customer (tenant_id, domain, changed_in, customer_id);
-- Monitoring reads a domain that does not fit into memory in parts, in the order of the ids' bytes, whatever the database's own.
create index customer_by_id on customer (tenant_id, domain, customer_id collate "C") where subject is not null;
call class_columns('customer',
  personal => 'customer_id, name, profile, subject, id_type, id_number',
  technical => 'tenant_id, domain, audit_id, customer_type, monitored, changed_in, created_at, updated_at');

-- What customers are found by: one row for each word. Row-level security lets an index answer comparisons of plain texts,
-- not those of a text search.
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
call class_columns('customer_word',
  personal => 'word, customer_id',
  technical => 'tenant_id, domain');

-- A text as it is compared: without accents, in small letters, also where the database's locale knows only those of English.
-- Names in plain letters skip the long table: that is twenty times as fast, with the same result.
create function plain_text(given text) returns text language sql immutable parallel safe as $$
  select case when octet_length(given) = char_length(given) then lower(given)
    else translate(lower(regexp_replace(normalize(coalesce(given, ''), NFKD), U&'[\0300-\036f]', '', 'g')),
    'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖłøđħıς',
    'æðoþdhlŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆlodhiσ') end
$$;

-- Words of a name, none longer than what an index takes.
create function plain_words(given text) returns setof text language sql immutable parallel safe as $$
  select distinct left(word, 100)
  from regexp_split_to_table(
    gatehouse.plain_text(given), '[[:space:][:punct:]]+') word
  where word <> ''
$$;

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

create table execution (
  tenant_id text not null,
  domain text not null,
  execution_id uuid not null,
  customer_id text not null,
  event_type text not null,
  source text not null,
  workflow_id text not null,
  workflow_version integer not null,
  api_key text,
  request_id text not null,
  state text not null,
  -- Runs of the interpreter are numbered; a run that is not the current one commits nothing.
  segment integer not null default 0,
  -- Raised by whoever takes the segment over; the earlier owner's commit then matches no row.
  fence integer not null default 0,
  owner_node text,
  -- The job that carries the current segment; without a live one the reconciler makes another.
  job_id uuid,
  -- Nodes that died with an execution, a hook or an attempt in progress since it last went on: what kills whoever takes it ends
  -- some time.
  deaths integer not null default 0,
  node_id text,
  visits integer not null default 0,
  data jsonb not null,
  outputs jsonb not null default '{}',
  -- What the node at node_id has begun and not finished; null between nodes.
  pending jsonb,
  -- Where a failed execution goes on when a person or an operator resumes it; null where it cannot.
  resume_from jsonb,
  risk_score double precision,
  risk_reasons jsonb not null default '[]',
  decision text,
  failure jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When a timer wakes the execution, or when its next attempt outside is due.
  due_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, domain, execution_id)
);
create index execution_by_customer on execution (tenant_id, domain, customer_id, event_type, source, created_at desc);
create index execution_running on execution (updated_at) where state = 'RUNNING';
create index execution_due on execution (due_at) where state = 'WAITING' and due_at is not null;
create index execution_by_time on execution (tenant_id, domain, created_at desc, execution_id desc);
create index execution_hosted on execution (tenant_id, domain, execution_id)
  where state = 'WAITING' and source = 'SDK';
comment on table execution is 'grows by execution_id';
call class_columns('execution',
  personal => 'customer_id, data, outputs, pending, resume_from, risk_reasons, failure',
  technical => 'tenant_id, domain, execution_id, event_type, source, workflow_id, workflow_version, api_key,
    request_id, state, segment, fence, owner_node, job_id, deaths, node_id, visits, risk_score,
    decision, created_at, updated_at, due_at, finished_at');

-- One row per node that ran: the execution's log, and the key that makes a replayed segment write nothing twice.
create table visit (
  tenant_id text not null,
  domain text not null,
  execution_id uuid not null,
  sequence integer not null,
  node_id text not null,
  node_type text not null,
  attempt integer not null,
  -- Under what id the node's work is kept elsewhere, such as a webhook's delivery.
  reference text,
  input jsonb,
  output jsonb not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  primary key (tenant_id, domain, execution_id, sequence)
);
comment on table visit is 'grows by execution_id';
call class_columns('visit',
  personal => 'input, output',
  technical => 'tenant_id, domain, execution_id, sequence, node_id, node_type, attempt, reference, started_at,
    finished_at');

-- Which execution a submit started under which Idempotency-Key, and what it was answered. Kept for seven days.
create table idempotency_key (
  tenant_id text not null,
  domain text not null,
  key text not null,
  execution_id uuid not null,
  -- SHA-256 of version and body: the same key with another one is refused.
  request_digest bytea not null,
  answer jsonb not null,
  -- Until then a submit in sync mode waits for its decision. Null: the answer is final.
  answers_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, domain, key)
);
create index idempotency_key_by_age on idempotency_key (created_at);
call class_columns('idempotency_key',
  personal => 'key, answer',
  technical => 'tenant_id, domain, execution_id, request_digest, answers_until, created_at');

create table alert (
  tenant_id text not null,
  domain text not null,
  alert_id uuid not null,
  execution_id uuid not null,
  visit_sequence integer not null,
  customer_id text not null,
  subject_index integer not null,
  -- Who of a customer a hit and a ruling are about: itself ('self'), or a party of it.
  -- Null of hits from before: those have a key made of their place.
  subject_key text,
  -- {"role", "percent"}; null where neither is known.
  party jsonb,
  engine text not null,
  entity_id text not null,
  source text not null,
  score double precision not null,
  hit json not null,
  -- What the list said of the entity then; a ruling on this alert remembers it.
  entity_facts jsonb not null,
  silenced boolean not null,
  -- Why an earlier ruling no longer holds: which facts of entity or subject changed since.
  reopened jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, domain, alert_id)
);
-- What is known of a customer's hits on an entity, whichever execution found it.
create index alert_by_customer on alert (tenant_id, domain, customer_id, entity_id, created_at desc);
-- The primary key of `visit` keeps a replayed segment from writing its hits twice.
create index alert_by_execution on alert (tenant_id, domain, execution_id, visit_sequence);
comment on table alert is 'grows by alert_id';
call class_columns('alert',
  personal => 'customer_id, subject_key, party, entity_id, hit, entity_facts, reopened',
  technical => 'tenant_id, domain, alert_id, execution_id, visit_sequence, subject_index, engine, source, score,
    silenced, created_at');

-- Rulings are appended, never changed; the newest of a customer and entity counts.
create table ruling (
  tenant_id text not null,
  domain text not null,
  customer_id text not null,
  entity_id text not null,
  revision integer not null,
  ruling text not null,
  reason text not null,
  case_no text,
  -- Null of rulings of which it cannot be told: they count for nobody.
  subject_key text,
  -- {"name", "role", "percent"} as it was ruled on.
  subject jsonb,
  entity_facts jsonb not null,
  subject_facts jsonb not null,
  ruled_by text not null,
  ruled_at timestamptz not null default now(),
  primary key (tenant_id, domain, customer_id, entity_id, revision)
);
call class_columns('ruling',
  personal => 'customer_id, entity_id, reason, subject_key, subject, entity_facts, subject_facts, ruled_by',
  technical => 'tenant_id, domain, revision, ruling, case_no, ruled_at');

-- What was billed or metered: units taken, and negative units given back.
create table usage_ledger (
  tenant_id text not null,
  domain text not null,
  reference uuid not null,
  kind text not null,
  unit text not null,
  units integer not null,
  api_key text,
  at timestamptz not null default now(),
  primary key (tenant_id, domain, reference, kind, unit)
);
-- What was used in some days. The ledger grows in the order of time, and a submit must not pay for another tree of keys.
create index usage_by_time on usage_ledger using brin (at) with (pages_per_range = 32);
comment on table usage_ledger is 'grows by reference';
call class_columns('usage_ledger',
  technical => 'tenant_id, domain, reference, kind, unit, units, api_key, at');

-- Cases and the work of people on them. Uploads come first, because a case refers to them.

create table upload (
  tenant_id text not null,
  domain text not null,
  upload_id uuid not null,
  bucket text not null,
  object_key text not null,
  -- As it was sent, made safe; it never becomes part of a path.
  filename text not null,
  content_type text not null,
  size integer not null,
  sha256 bytea not null,
  api_key text,
  -- Files that people of the tenant took in have no key.
  uploaded_by text,
  request_id text not null,
  uploaded_at timestamptz not null default now(),
  primary key (tenant_id, domain, upload_id)
);
create index upload_by_time on upload (tenant_id, domain, uploaded_at desc);
comment on table upload is 'grows by upload_id';
call class_columns('upload',
  personal => 'filename, uploaded_by',
  technical => 'tenant_id, domain, upload_id, bucket, object_key, content_type, size, sha256, api_key, request_id,
    uploaded_at');

create table upload_token (
  tenant_id text not null,
  domain text not null,
  -- SHA-256 of the token; the token itself is kept nowhere.
  token_hash bytea not null,
  api_key text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, domain, token_hash)
);
-- Looked up before a tenant is known, by the operator's role alone.
create unique index upload_token_by_hash on upload_token (token_hash);
create index upload_token_by_end on upload_token (expires_at);
call class_columns('upload_token',
  secret => 'token_hash',
  technical => 'tenant_id, domain, api_key, expires_at');

create table case_number (
  tenant_id text not null,
  domain text not null,
  last integer not null,
  primary key (tenant_id, domain)
);
call class_columns('case_number',
  technical => 'tenant_id, domain, last');

create table case_record (
  tenant_id text not null,
  domain text not null,
  case_no text not null,
  execution_id uuid not null,
  customer_id text not null,
  customer_name text,
  event_type text not null,
  status text not null,
  groups text[] not null,
  group_index integer not null default 0,
  assignee text,
  -- Concluding it takes the same word of two people; `proposal` is the first one's: {"decision", "by"}.
  four_eyes boolean not null default false,
  proposal jsonb,
  risk_score double precision,
  reasons jsonb not null,
  subject jsonb not null,
  revision integer not null default 1,
  opened_at timestamptz not null default now(),
  -- By when it is to be concluded, as the tenant's rules said when it was opened.
  due_at timestamptz,
  resolved_at timestamptz,
  primary key (tenant_id, domain, case_no),
  unique (tenant_id, domain, execution_id)
);
create index case_open on case_record (tenant_id, domain, opened_at) where resolved_at is null;
create index case_by_opening on case_record (tenant_id, domain, opened_at, case_no);
create index case_open_by_risk on case_record (tenant_id, domain, (- coalesce(risk_score, -1)), opened_at, case_no)
  where resolved_at is null;
create index case_open_by_due on case_record (tenant_id, domain, coalesce(due_at, 'infinity'), case_no)
  where resolved_at is null;
create index case_by_customer on case_record (tenant_id, domain, customer_id, opened_at);
-- What people decided of late; what workflows decided by themselves is not theirs.
create index case_decided on case_record (tenant_id, domain, resolved_at)
  where resolved_at is not null and assignee is not null;
comment on table case_record is 'grows by execution_id';
call class_columns('case_record',
  personal => 'customer_id, customer_name, assignee, proposal, reasons, subject',
  technical => 'tenant_id, domain, case_no, execution_id, event_type, status, groups, group_index, four_eyes,
    risk_score, revision, opened_at, due_at, resolved_at');

-- What cases are found by: one row for each word.
create table case_word (
  tenant_id text not null,
  domain text not null,
  -- The case's number, its customer's id, or a word of the name, without accents and in small letters.
  word text collate "C" not null,
  case_no text not null,
  primary key (tenant_id, domain, word, case_no)
);
call class_columns('case_word',
  personal => 'word',
  technical => 'tenant_id, domain, case_no');

create function words_of_case(case_no text, customer_id text, customer_name text) returns setof text
language sql immutable parallel safe as $$
  select gatehouse.plain_text(case_no) union select gatehouse.plain_text(customer_id)
  union select gatehouse.plain_words(customer_name)
$$;

-- A case keeps its number and whom it is about permanently.
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
call class_columns('case_note',
  personal => 'author, text',
  technical => 'tenant_id, domain, case_no, note_id, written_at');

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
call class_columns('case_attachment',
  personal => 'attached_by',
  technical => 'tenant_id, domain, case_no, upload_id, attached_at');

-- Who has a case open now: a row goes stale by itself when nobody says any longer that it is so. Never part of the record.
create table case_viewer (
  tenant_id text not null,
  domain text not null,
  case_no text not null,
  email text not null,
  doing text not null,
  seen_at timestamptz not null default now(),
  -- Shut the case again; kept for a while, so that those who look hear of it.
  left_at timestamptz,
  -- In which it came, went or began something else: from here on those who look are told.
  transaction xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, domain, case_no, email),
  check (doing in ('reading', 'deciding'))
) with (fillfactor = 50);
create index case_viewer_by_transaction on case_viewer (tenant_id, transaction);
call class_columns('case_viewer',
  personal => 'email',
  technical => 'tenant_id, domain, case_no, doing, seen_at, left_at, transaction');

-- Quick scans.

create table quick_scan (
  tenant_id text not null,
  domain text not null,
  scan_id uuid not null,
  state text not null,
  subject jsonb not null,
  -- json keeps the engines in the order in which they were chosen.
  engines json not null,
  description text,
  api_key text,
  -- Scans that people ask for have no key.
  requested_by text,
  request_id text not null,
  total_hits integer,
  hit_counts json,
  list_versions jsonb,
  failure jsonb,
  fence integer not null default 0,
  owner_node text,
  job_id uuid,
  -- Nodes that died with a quick scan in progress: one that kills whoever takes it ends some time.
  deaths integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, domain, scan_id)
);
create index quick_scan_running on quick_scan (created_at) where state = 'RUNNING';
create index quick_scan_by_time on quick_scan (tenant_id, domain, created_at desc, scan_id desc);
comment on table quick_scan is 'grows by scan_id';
call class_columns('quick_scan',
  personal => 'subject, description, requested_by, failure',
  technical => 'tenant_id, domain, scan_id, state, engines, api_key, request_id, total_hits, hit_counts,
    list_versions, fence, owner_node, job_id, deaths, created_at, finished_at');

create table quick_scan_hit (
  tenant_id text not null,
  domain text not null,
  scan_id uuid not null,
  engine text not null,
  position integer not null,
  -- json, not jsonb: a hit's fields keep the order in which the interface lists them.
  hit json not null,
  primary key (tenant_id, domain, scan_id, engine, "position")
);
comment on table quick_scan_hit is 'grows by scan_id';
call class_columns('quick_scan_hit',
  personal => 'hit',
  technical => 'tenant_id, domain, scan_id, engine, position');

-- Calls to the servers of callers.

-- One call to a caller's server, of one or several attempts that share its id as X-Webhook-Id.
create table webhook_delivery (
  tenant_id text not null,
  domain text not null,
  delivery_id uuid not null,
  webhook_id text not null,
  -- A test send belongs to no execution.
  -- The version whose inputs and outputs hold; null takes the newest.
  shape_version integer,
  -- node: a step of an execution; hook: tells a decision.
  kind text not null,
  execution_id uuid,
  node_id text,
  -- json keeps the inputs in their order: the body's bytes come from them.
  inputs json,
  -- PENDING, SUCCEEDED, FAILED, or ABANDONED with a cancelled execution.
  state text not null,
  failure text,
  -- Of a hook: the node that sends it; another takes over when that one is gone.
  owner_node text,
  deaths integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- When inputs and answers were deleted.
  expunged_at timestamptz,
  primary key (tenant_id, domain, delivery_id),
  constraint webhook_delivery_of_execution check ((kind = 'test') = (execution_id is null))
);
create index webhook_delivery_by_execution on webhook_delivery (tenant_id, domain, execution_id);
create index webhook_delivery_by_webhook on webhook_delivery (tenant_id, domain, webhook_id, created_at desc);
-- A decision is told once.
create unique index webhook_delivery_of_hook on webhook_delivery (tenant_id, domain, execution_id) where kind = 'hook';
create index webhook_delivery_unfinished on webhook_delivery (owner_node) where state = 'PENDING' and owner_node is not null;
create index webhook_delivery_by_time on webhook_delivery (tenant_id, domain, created_at desc, delivery_id desc);
create index webhook_delivery_to_expunge on webhook_delivery (finished_at) where finished_at is not null and expunged_at is null;
comment on table webhook_delivery is 'grows by delivery_id';
call class_columns('webhook_delivery',
  personal => 'inputs',
  technical => 'tenant_id, domain, delivery_id, webhook_id, shape_version, kind, execution_id, node_id, state,
    failure, owner_node, deaths, created_at, finished_at, expunged_at');

-- Written before the attempt leaves; the result follows when it is known.
create table webhook_attempt (
  tenant_id text not null,
  domain text not null,
  delivery_id uuid not null,
  attempt integer not null,
  -- The version that was sent.
  webhook_version integer,
  -- service: made by itself; replay, test: asked for by a person.
  cause text not null default 'service',
  requested_by text,
  -- Chosen by who asked: asked again, it is the same attempt.
  request_id uuid,
  -- Of an attempt that was asked for: the node that makes it; another takes over when that one is gone.
  owner_node text,
  deaths integer not null default 0,
  intended_at timestamptz not null default now(),
  due_at timestamptz not null,
  finished_at timestamptz,
  -- succeeded, retry or spent; null while the attempt is under way or was interrupted.
  outcome text,
  http_status integer,
  failure text,
  -- What was sent and answered, with its timing.
  result json,
  primary key (tenant_id, domain, delivery_id, attempt),
  foreign key (tenant_id, domain, delivery_id) references webhook_delivery
);
create unique index webhook_attempt_by_request on webhook_attempt (tenant_id, domain, request_id, delivery_id) where request_id is not null;
create index webhook_attempt_unfinished on webhook_attempt (owner_node) where outcome is null and owner_node is not null;
comment on table webhook_attempt is 'grows by delivery_id';
call class_columns('webhook_attempt',
  personal => 'requested_by, result',
  technical => 'tenant_id, domain, delivery_id, attempt, webhook_version, cause, request_id, owner_node, deaths,
    intended_at, due_at, finished_at, outcome, http_status, failure');

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
  deaths integer not null default 0,
  created_at timestamptz not null default now(),
  -- Not sent any more from then on.
  expires_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, domain, message_id)
);
create index message_under_way on message (owner_node) where state = 'PENDING' and owner_node is not null;
create index message_kept on message (finished_at) where state = 'KEPT' and sealed is not null;
create index message_by_time on message (created_at);
call class_columns('message',
  personal => 'address, sealed',
  technical => 'tenant_id, domain, message_id, channel, kind, language, state, owner_node, deaths, created_at,
    expires_at, finished_at');

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
call class_columns('message_attempt',
  personal => 'reference',
  technical => 'tenant_id, domain, message_id, attempt, provider, intended_at, finished_at, outcome, failure');

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
  -- What was guessed wrongly of a code, as keyed hashes: a guess that is sent again, because its answer was lost, costs no
  -- second attempt.
  wrong_hashes bytea[] not null default '{}',
  attempts_left integer not null,
  message_id uuid not null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  resend_at timestamptz not null,
  verified_at timestamptz,
  primary key (tenant_id, domain, subject_key, channel)
);
create index one_time_code_by_time on one_time_code (sent_at);
call class_columns('one_time_code',
  personal => 'subject_key, address, sealed_address',
  secret => 'code_hash, wrong_hashes',
  technical => 'tenant_id, domain, channel, code_id, attempts_left, message_id, sent_at, expires_at, resend_at,
    verified_at');

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
call class_columns('code_sending',
  personal => 'subject_hash, address_hash',
  technical => 'tenant_id, sending_id, channel, sent_at');

-- Hosted verification: links to end users, their sessions, what they submit and their files.

-- The link of an end user to a hosted flow.
create table link (
  tenant_id text not null,
  domain text not null,
  link_id uuid not null,
  -- Trimmed and in lower case.
  email text not null,
  customer_id text not null,
  event_type text not null,
  -- SHA-256 of the token; the token itself is kept nowhere.
  token_hash bytea not null,
  api_key text not null,
  request_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null while it can be opened, as far as its days go.
  ended_at timestamptz,
  end_reason text,
  -- What it began or went on with; null before consent.
  execution_id uuid,
  -- The person's choice at consent.
  language text,
  consented_at timestamptz,
  primary key (tenant_id, domain, link_id),
  check ((ended_at is null) = (end_reason is null)),
  check (end_reason in ('superseded', 'spent'))
);
-- One live link of an address in all domains of a tenant.
create unique index link_live on link (tenant_id, email) where ended_at is null;
-- Looked up before a tenant is known, by the operator's role alone.
create unique index link_by_token on link (token_hash);
create index link_by_execution on link (tenant_id, domain, execution_id) where execution_id is not null;
create index link_by_customer on link (tenant_id, domain, customer_id, event_type);
comment on table link is 'grows by link_id';
call class_columns('link',
  personal => 'email, customer_id',
  secret => 'token_hash',
  technical => 'tenant_id, domain, link_id, event_type, api_key, request_id, created_at, expires_at, ended_at,
    end_reason, execution_id, language, consented_at');

create table flow_session (
  tenant_id text not null,
  domain text not null,
  session_id uuid not null,
  link_id uuid not null,
  token_hash bytea not null,
  started_at timestamptz not null,
  used_at timestamptz not null,
  primary key (tenant_id, domain, session_id),
  foreign key (tenant_id, domain, link_id) references link on delete cascade
);
create unique index flow_session_by_token on flow_session (token_hash);
create index flow_session_by_link on flow_session (tenant_id, domain, link_id);
call class_columns('flow_session',
  secret => 'token_hash',
  technical => 'tenant_id, domain, session_id, link_id, started_at, used_at');

-- What a person has begun in a step, or gave there before: it is in the step again when it is opened again.
create table flow_draft (
  tenant_id text not null,
  domain text not null,
  execution_id uuid not null,
  node_id text not null,
  draft jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, domain, execution_id, node_id)
);
comment on table flow_draft is 'grows by execution_id';
call class_columns('flow_draft',
  personal => 'draft',
  technical => 'tenant_id, domain, execution_id, node_id, updated_at');

-- Steps that were given, by the key of each: who sends the same again gets the same answer.
create table flow_given (
  tenant_id text not null,
  domain text not null,
  execution_id uuid not null,
  callback_key text not null,
  node_id text not null,
  -- SHA-256 of the data.
  data_hash bytea not null,
  given_at timestamptz not null default now(),
  primary key (tenant_id, domain, execution_id, callback_key)
);
comment on table flow_given is 'grows by execution_id';
call class_columns('flow_given',
  personal => 'data_hash',
  technical => 'tenant_id, domain, execution_id, callback_key, node_id, given_at');

create table flow_file (
  tenant_id text not null,
  domain text not null,
  file_id uuid not null,
  execution_id uuid not null,
  client_key text not null,
  filename text not null,
  content_type text not null,
  size integer not null,
  -- The upload that it became, once it is whole and was evaluated.
  upload_id uuid,
  -- Which call puts a file together whose parts are all there, and since when: another one waits, and takes over from one that died.
  assembling_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, domain, file_id),
  unique (tenant_id, domain, execution_id, client_key)
);
comment on table flow_file is 'grows by file_id';
call class_columns('flow_file',
  personal => 'client_key, filename',
  technical => 'tenant_id, domain, file_id, execution_id, content_type, size, upload_id, assembling_at, created_at');

create table flow_file_part (
  tenant_id text not null,
  domain text not null,
  file_id uuid not null,
  number integer not null,
  content bytea not null,
  stored_at timestamptz not null default now(),
  primary key (tenant_id, domain, file_id, number),
  foreign key (tenant_id, domain, file_id) references flow_file on delete cascade
);
call class_columns('flow_file_part',
  personal => 'content',
  technical => 'tenant_id, domain, file_id, number, stored_at');

-- Lists: the versions of each source, when each became active, and what that changed. They belong to the deployment: only
-- the role of the operator reads them.

-- One row a source: when it is due, which node works on it, and how that went.
create table list_source (
  source text primary key,
  -- A node takes a due source by its name here, for as long as it keeps renewing the time.
  claimed_by text,
  claimed_until timestamptz,
  -- The last check that ended well, whether or not there was something new.
  checked_at timestamptz,
  next_check_at timestamptz,
  -- Checks that failed since then.
  failures integer not null default 0,
  -- {at, message}
  last_failure jsonb,
  -- What the publisher said of each file, for the next conditional request.
  validators jsonb not null default '[]'
);
call class_columns('list_source',
  technical => 'source, claimed_by, claimed_until, checked_at, next_check_at, failures, last_failure, validators');

create table list_version (
  source text not null,
  version text not null,
  state text not null,
  found_at timestamptz not null default now(),
  published_at text,
  -- Null where the files could not be read.
  entries integer,
  names integer,
  rejected integer,
  -- [{name, size, sha256, url}]
  files jsonb not null,
  -- {reason, message}: why it was not put in force by itself.
  refusal jsonb,
  primary key (source, version),
  check (state in ('active', 'superseded', 'refused'))
);
create unique index list_version_active on list_version (source) where state = 'active';
call class_columns('list_version',
  technical => 'source, version, state, found_at, published_at, entries, names, rejected, files, refusal');

-- Numbered without gaps in the order of their commits: a reader that has seen one has seen all before it.
create table list_activation (
  sequence bigint primary key,
  source text not null,
  version text not null,
  -- Null when the source had none in force: every entry is new then and none is listed.
  previous_version text,
  activated_at timestamptz not null default now(),
  -- update, folder, accept or rollback
  reason text not null,
  actor_kind text not null,
  actor text not null,
  entries integer not null,
  entries_new integer not null,
  entries_material integer not null,
  entries_minor integer not null,
  entries_gone integer not null,
  -- Whether list_change holds every change; false means that the whole list has to be taken as changed.
  itemized boolean not null,
  foreign key (source, version) references list_version
);
create index list_activation_by_source on list_activation (source, sequence);
call class_columns('list_activation',
  personal => 'actor',
  technical => 'sequence, source, version, previous_version, activated_at, reason, actor_kind, entries, entries_new,
    entries_material, entries_minor, entries_gone, itemized');

create table list_change (
  sequence bigint not null references list_activation on delete cascade,
  entry_id text not null,
  kind text not null,
  primary key (sequence, entry_id),
  check (kind in ('new', 'material', 'minor', 'gone'))
);
call class_columns('list_change',
  technical => 'sequence, entry_id, kind');

-- Publishers' files in pieces, by the SHA-256 of the whole content, so that every node gets what one has fetched.
create table list_file_piece (
  sha256 text not null,
  piece integer not null,
  -- zstd of the whole content, cut; the last piece is the one marked.
  content bytea not null,
  is_last boolean not null,
  stored_at timestamptz not null default now(),
  primary key (sha256, piece)
);
-- Packed already.
alter table list_file_piece alter column content set storage external;
call class_columns('list_file_piece',
  technical => 'sha256, piece, content, is_last, stored_at');

-- Which lists each node screens against.
create table list_node (
  node_id text primary key,
  sequence bigint not null,
  -- {source: version}
  versions jsonb not null,
  since timestamptz not null default now()
);
call class_columns('list_node',
  technical => 'node_id, sequence, versions, since');

create table watchlist_entry (
  tenant_id text not null references tenant,
  -- Empty is every domain of the tenant: what a tenant file gives without a domain.
  domain text not null default '',
  entry_id text not null,
  entry jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, domain, entry_id)
);
call class_columns('watchlist_entry',
  personal => 'entry',
  technical => 'tenant_id, domain, entry_id, updated_at');

-- Published news, of no tenant.
create table feed (
  url text primary key,
  title text,
  -- What the publisher's last good answer said, for conditional requests.
  etag text,
  last_modified text,
  -- How much news a feed has, kept where it is written: a scan that tells it must not count a table that grows for years.
  items integer not null default 0,
  -- Looks that failed since then, and why the last did.
  failures integer not null default 0,
  failure text,
  -- When it is looked at next; a node that looks at it moves this on first.
  due_at timestamptz not null default now(),
  -- When its content was last read well or told to be unchanged; null before the first time.
  loaded_at timestamptz
);
call class_columns('feed',
  technical => 'url, title, etag, last_modified, items, failures, failure, due_at, loaded_at');

-- What a feed brought stays when it has left the feed.
create table feed_item (
  feed_url text not null references feed on delete cascade,
  item_id text not null,
  url text not null,
  title text not null,
  body text not null,
  published_at timestamptz,
  fetched_at timestamptz not null default now(),
  -- Words that may be names, in ASCII, and their sounds; made by the matching, so no configuration of languages applies.
  keys tsvector not null,
  primary key (feed_url, item_id)
);
create index feed_item_by_keys on feed_item using gin (keys);
-- What is so old that it is forgotten.
create index feed_item_by_age on feed_item (fetched_at);
call class_columns('feed_item',
  personal => 'title, body, keys',
  technical => 'feed_url, item_id, url, published_at, fetched_at');

-- Continuous monitoring: who is watched, how far the lists are followed, and the result of each run.

-- How far each domain that has a monitoring workflow has followed the lists.
create table monitoring_position (
  tenant_id text not null,
  domain text not null,
  -- The activation of a list that was dealt with last.
  sequence bigint not null,
  -- The same of the tenant's own list.
  watchlist_revision integer not null,
  -- What monitoring must look at again: customers who were screened against older lists than those that it has passed.
  -- The transaction from which on changed customers may be unknown to the run that came this far.
  mark bigint not null default 0,
  -- The oldest lists that such a customer was screened against, and the revision of the tenant's own list.
  again_from bigint,
  again_watchlist integer,
  -- The tenant's default when everybody was last screened: customers whom it adds later were not.
  default_was boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, domain),
  foreign key (tenant_id, domain) references tenant_domain
);
call class_columns('monitoring_position',
  technical => 'tenant_id, domain, sequence, watchlist_revision, mark, again_from, again_watchlist, default_was,
    updated_at');

create table monitoring_run (
  tenant_id text not null,
  domain text not null,
  run_id uuid not null,
  kind text not null,
  state text not null,
  -- Set where only this customer is to be screened.
  customer_id text,
  ordered_by text,
  -- Activations of lists: those after the first, up to the second.
  from_sequence bigint not null,
  to_sequence bigint not null,
  mark bigint not null default 0,
  default_was boolean not null default false,
  -- {source: version} before and after; watchlist is the tenant's own.
  versions_from jsonb not null default '{}',
  versions_to jsonb not null default '{}',
  engine_version text,
  entries_changed integer,
  customers_considered integer,
  customers_concerned integer,
  customers_screened integer not null default 0,
  alerts integer not null default 0,
  silenced integer not null default 0,
  executions integer not null default 0,
  failures integer not null default 0,
  failure text,
  -- The last customer dealt with, in the order of ids.
  cursor text,
  -- Milliseconds of work, over all nodes that had the run in progress.
  worked_ms double precision not null default 0,
  fence integer not null default 0,
  owner_node text,
  job_id uuid,
  -- Nodes that died with a run in progress since it last went on: one that kills whoever does it is abandoned.
  deaths integer not null default 0,
  ordered_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, domain, run_id),
  check (kind in ('LIST_CHANGE', 'RESCREEN')),
  check (state in ('ORDERED', 'RUNNING', 'DONE', 'FAILED'))
);
create index monitoring_run_by_time on monitoring_run (tenant_id, domain, ordered_at desc, run_id);
-- One at a time in each domain.
create unique index monitoring_run_open on monitoring_run (tenant_id, domain) where state = 'RUNNING';
comment on table monitoring_run is 'grows by run_id';
call class_columns('monitoring_run',
  personal => 'customer_id, ordered_by, failure, cursor',
  technical => 'tenant_id, domain, run_id, kind, state, from_sequence, to_sequence, mark, default_was,
    versions_from, versions_to, engine_version, entries_changed, customers_considered,
    customers_concerned, customers_screened, alerts, silenced, executions, failures, worked_ms, fence,
    owner_node, job_id, deaths, ordered_at, started_at, finished_at');

-- Whom a run gave an execution: the key keeps one that is done again from giving a second.
create table monitoring_start (
  tenant_id text not null,
  domain text not null,
  run_id uuid not null,
  customer_id text not null,
  execution_id uuid not null,
  entity_ids text[] not null,
  -- The hits that the workflow was started for, as they were: told twice is not told anew.
  told jsonb not null default '[]',
  primary key (tenant_id, domain, run_id, customer_id),
  foreign key (tenant_id, domain, run_id) references monitoring_run
);
-- What monitoring has told of a customer, whichever run it was.
create index monitoring_start_by_customer on monitoring_start (tenant_id, domain, customer_id);
comment on table monitoring_start is 'grows by run_id';
call class_columns('monitoring_start',
  personal => 'customer_id, entity_ids, told',
  technical => 'tenant_id, domain, run_id, execution_id');

-- Reference data: classifications that an operator imports, and the overrides of tenants.

-- Classifications belong to the deployment: only the operator's role sees them. Earlier versions stay, so that it can
-- be told years later which titles a form showed.
create table reference_version (
  reference_version_id uuid primary key,
  key text not null,
  version text not null,
  etag text not null,
  attribution text,
  -- json keeps the order of the members, of which the etag is made.
  items json not null,
  -- {level: count}
  counts jsonb not null,
  file_name text not null,
  file_sha256 text not null,
  imported_by text not null,
  imported_at timestamptz not null default now(),
  active boolean not null
);
create unique index reference_version_active on reference_version (key) where active;
call class_columns('reference_version',
  personal => 'imported_by',
  technical => 'reference_version_id, key, version, etag, attribution, items, counts, file_name, file_sha256,
    imported_at, active');

create table tenant_reference (
  tenant_id text primary key references tenant,
  -- As in the tenant file.
  overrides json not null,
  updated_at timestamptz not null default now()
);
call class_columns('tenant_reference',
  technical => 'tenant_id, overrides, updated_at');

-- The audit log and its seal: blocks that hold a hash of each record, each chained to the one before it.

create table audit_event (
  tenant_id text not null,
  domain text not null,
  event_id uuid not null,
  at timestamptz not null default now(),
  actor_kind text not null,
  actor text not null,
  act text not null,
  object_kind text not null,
  object_id text not null,
  detail jsonb not null,
  -- The salt is in the hash of the detail. Null: a record from before, or one whose detail was erased.
  salt uuid default gen_random_uuid(),
  -- Of an erased detail, its hash; nothing of what it said can be found by guessing once the salt is gone.
  detail_hash bytea,
  -- Says which records are settled: those of transactions older than every one that is still open.
  transaction xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, domain, event_id)
);
create index audit_by_object on audit_event (tenant_id, domain, object_kind, object_id, at);
create index audit_by_transaction on audit_event (transaction);
create index audit_by_time on audit_event (tenant_id, at desc, event_id desc);
comment on table audit_event is 'grows by event_id';
call class_columns('audit_event',
  personal => 'actor, object_id, detail, salt',
  technical => 'tenant_id, domain, event_id, at, actor_kind, act, object_kind, detail_hash, transaction');

create table audit_block (
  tenant_id text not null,
  number bigint not null,
  sealed_at timestamptz not null,
  events integer not null,
  -- Of each record 48 bytes: its id, then the SHA-256 of what it says.
  content bytea not null,
  hash bytea not null,
  -- Null: sealed before blocks were signed.
  signing_key text,
  signature bytea,
  primary key (tenant_id, number)
);
-- A part is read without the whole.
alter table audit_block alter column content set storage external;
-- Which block holds a record: the first that was sealed after it, or one soon behind.
create index audit_block_by_time on audit_block (tenant_id, sealed_at, number);
call class_columns('audit_block',
  technical => 'tenant_id, number, sealed_at, events, content, hash, signing_key, signature');

-- The newest block of each chain, signed: the chain goes on from here, and a tail that is gone is missed.
create table audit_head (
  tenant_id text primary key,
  number bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null,
  -- The first block with a signature.
  signed_from bigint not null,
  signing_key text not null,
  signature bytea not null
);
call class_columns('audit_head',
  technical => 'tenant_id, number, hash, sealed_at, signed_from, signing_key, signature');

-- Public keys that signed, each vouched for by the one after it, so that an old master key need not be kept.
create table audit_signing_key (
  signing_key text not null,
  vouched_by text not null,
  public_key text not null,
  signature bytea not null,
  primary key (signing_key, vouched_by)
);
call class_columns('audit_signing_key',
  technical => 'signing_key, vouched_by, public_key, signature');

-- Where signed heads went; of no tenant, so that whoever looks at the store reads it.
create table audit_publication (
  destination text primary key,
  attempted_at timestamptz not null,
  sent_at timestamptz,
  failure text
);
call class_columns('audit_publication',
  technical => 'destination, attempted_at, sent_at, failure');

-- One row: up to where records are sealed, in transactions of this very database cluster.
create table audit_sealing (
  single boolean primary key default true,
  cluster text not null,
  sealed_before xid8 not null,
  signing_began timestamptz,
  check (single)
);
call class_columns('audit_sealing',
  technical => 'single, cluster, sealed_before, signing_began');

-- Nodes, and what tells them that something changed.

create table node_lease (
  node_id text primary key,
  started_at timestamptz not null default now(),
  beat_at timestamptz not null default now(),
  version text not null
);
call class_columns('node_lease',
  technical => 'node_id, started_at, beat_at, version');

-- What every node keeps in memory tells by topic and tenant that it changed; nodes poll it.
create table change_marker (
  topic text not null,
  tenant_id text not null,
  revision bigint not null,
  primary key (topic, tenant_id)
);
call class_columns('change_marker',
  technical => 'topic, tenant_id, revision');
create sequence change_revision;

call class_columns('migration', technical => 'number, name, checksum, applied_at');
drop procedure class_columns;

-- Row-level security is the second wall behind the scope that every query carries. FORCE holds it for the tables' owner too;
-- an unset scope is '' and matches nothing. The roles gatehouse_app and gatehouse_operator exist before the first migration
-- (bootstrap). The owner is a member of both, so the policy of the operator asks for the role itself: only who has taken it
-- sees all rows.
do $$
declare
  of_scope text[] := array[
    'alert', 'audit_event', 'case_attachment', 'case_note', 'case_number', 'case_record', 'case_viewer',
    'case_word', 'customer', 'customer_word', 'execution', 'flow_draft', 'flow_file', 'flow_file_part',
    'flow_given', 'flow_session', 'idempotency_key', 'message', 'message_attempt', 'monitoring_position',
    'monitoring_run', 'monitoring_start', 'one_time_code', 'quick_scan', 'quick_scan_hit', 'ruling', 'upload',
    'upload_token', 'usage_ledger', 'visit', 'webhook_attempt', 'webhook_delivery', 'workflow', 'workflow_approval',
    'workflow_version'];
  of_tenant text[] := array[
    'code_sending', 'event_quota', 'link', 'reviewer_group', 'tenant', 'tenant_domain', 'tenant_reference',
    'tenant_setting', 'tenant_storage', 'user_account', 'webhook', 'webhook_version'];
  -- Only the role of the operator reads these.
  of_operator text[] := array[
    'api_key_use', 'audit_sealing', 'console_session', 'identity_provider', 'passkey', 'person_identity',
    'person_link', 'recovery_code', 'totp_factor', 'webhook_secret'];
  with_own_policies text[] := array['audit_block', 'audit_head', 'audit_signing_key', 'watchlist_entry'];
  name text;
begin
  foreach name in array of_scope || of_tenant || of_operator || with_own_policies loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy of_operator on %I to gatehouse_operator using (current_user = ''gatehouse_operator'')', name);
  end loop;
  foreach name in array of_scope loop
    execute format('create policy of_scope on %I to gatehouse_app using (tenant_id = current_setting(''gatehouse.tenant'', true) and domain = current_setting(''gatehouse.domain'', true))', name);
  end loop;
  foreach name in array of_tenant loop
    execute format('create policy of_tenant on %I to gatehouse_app using (tenant_id = current_setting(''gatehouse.tenant'', true))', name);
  end loop;
end $$;
create policy of_tenant on audit_block for select to gatehouse_app using (tenant_id = current_setting('gatehouse.tenant', true));
create policy of_tenant on audit_head for select to gatehouse_app using (tenant_id = current_setting('gatehouse.tenant', true));
-- Public, and of no tenant.
create policy of_all on audit_signing_key for select to gatehouse_app using (true);
-- Whoever reads for the tenant as a whole reads the records and viewers of all its domains.
create policy of_tenant on audit_event for select to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and current_setting('gatehouse.domain', true) = '');
create policy of_tenant on case_viewer for select to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and current_setting('gatehouse.domain', true) = '');
-- An empty domain stands for every domain of the tenant; a domain changes its own entries alone.
create policy of_scope on watchlist_entry for select to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain in ('', current_setting('gatehouse.domain', true)));
create policy of_domain on watchlist_entry to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true)
    and domain <> '');

-- Nobody whom the service acts as changes or deletes a record of the audit log or its block.
grant select, insert, update on
  tenant_storage, customer, execution, case_number, case_record, quick_scan, webhook_delivery, webhook_attempt,
  message, message_attempt, one_time_code, monitoring_position, monitoring_run
  to gatehouse_app;
grant select on
  tenant_domain, tenant_setting, reviewer_group, webhook, webhook_version, workflow, workflow_version,
  workflow_approval, tenant_reference, audit_block, audit_head, audit_signing_key
  to gatehouse_app;
grant select, insert on
  visit, alert, ruling, upload, case_word, case_note, case_attachment, quick_scan_hit, code_sending,
  monitoring_start, audit_event
  to gatehouse_app;
grant select, insert, update, delete on
  idempotency_key, case_viewer, link, flow_session, flow_draft, flow_given, flow_file, flow_file_part,
  watchlist_entry
  to gatehouse_app;
grant select, insert, delete on customer_word to gatehouse_app;
grant select, update (used) on event_quota to gatehouse_app;
grant select, update (quick_scan_used, watchlist_revision) on tenant to gatehouse_app;
grant insert on upload_token to gatehouse_app;
grant select, insert, update (units) on usage_ledger to gatehouse_app;
grant select (email, enabled, groups, name, roles, tenant_id) on user_account to gatehouse_app;
grant select, insert, update, delete on
  tenant, tenant_domain, tenant_data_key, tenant_storage, api_key, event_quota, reviewer_group, user_account,
  console_session, totp_factor, recovery_code, passkey, person_link, identity_provider, person_identity, ceremony,
  sign_in_failure, webhook, webhook_secret, workflow, workflow_version, workflow_approval, customer, customer_word,
  execution, visit, idempotency_key, alert, ruling, usage_ledger, upload, upload_token, case_number, case_record,
  case_word, case_note, case_attachment, case_viewer, quick_scan, quick_scan_hit, webhook_delivery, webhook_attempt,
  message, message_attempt, one_time_code, code_sending, link, flow_session, flow_draft, flow_given, flow_file,
  flow_file_part, list_source, list_version, list_activation, list_change, list_file_piece, list_node,
  watchlist_entry, feed, feed_item, monitoring_position, monitoring_run, monitoring_start, reference_version,
  tenant_reference, node_lease, change_marker
  to gatehouse_operator;
grant select, insert, update on
  tenant_setting, api_key_use, audit_head, audit_publication, audit_sealing
  to gatehouse_operator;
grant select, insert on webhook_version, audit_event, audit_block, audit_signing_key to gatehouse_operator;
grant usage on sequence change_revision to gatehouse_operator;
