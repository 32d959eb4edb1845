-- Lists that stay fresh: what the deployment knows of each source, its versions, which one was put in force when,
-- and what that changed. Lists belong to the deployment and hold nothing of a tenant: only the operator's role
-- sees these tables.

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

create table list_version (
  source text not null,
  version text not null,
  state text not null check (state in ('active', 'superseded', 'refused')),
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
  primary key (source, version)
);
create unique index list_version_active on list_version (source) where state = 'active';

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

create table list_change (
  sequence bigint not null references list_activation on delete cascade,
  entry_id text not null,
  kind text not null check (kind in ('new', 'material', 'minor', 'gone')),
  primary key (sequence, entry_id)
);

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

-- Which lists each node screens against.
create table list_node (
  node_id text primary key,
  sequence bigint not null,
  -- {source: version}
  versions jsonb not null,
  since timestamptz not null default now()
);

grant select, insert, update, delete on
  list_source, list_version, list_activation, list_change, list_file_piece, list_node to gatehouse_operator;
