-- Publishers' files of list versions that were active, as changes against the file before (docs/decisions/0030-as-of-then.md).
create table list_archive_file (
  sha256 text primary key,
  size bigint not null,
  -- The file that it is the difference to; null: it is whole.
  base_sha256 text references list_archive_file (sha256),
  -- How many files have to be rebuilt before it.
  depth integer not null,
  -- Its blocks are those of this id. Those that no file names are of a node that was stopped.
  pieces_id uuid not null unique,
  pieces integer not null,
  archived_at timestamptz not null default now()
);
create index list_archive_file_by_base on list_archive_file (base_sha256);
comment on table list_archive_file is 'exported';
comment on column list_archive_file.sha256 is 'technical';
comment on column list_archive_file.size is 'technical';
comment on column list_archive_file.base_sha256 is 'technical';
comment on column list_archive_file.depth is 'technical';
comment on column list_archive_file.pieces_id is 'technical';
comment on column list_archive_file.pieces is 'technical';
comment on column list_archive_file.archived_at is 'technical';
grant select, insert, update, delete on list_archive_file to gatehouse_operator;

create table list_archive_piece (
  pieces_id uuid not null,
  piece integer not null,
  -- Which bytes of the base the content refers to.
  base_start bigint not null,
  base_bytes integer not null,
  content bytea not null,
  primary key (pieces_id, piece)
);
comment on table list_archive_piece is 'exported';
comment on column list_archive_piece.pieces_id is 'technical';
comment on column list_archive_piece.piece is 'technical';
comment on column list_archive_piece.base_start is 'technical';
comment on column list_archive_piece.base_bytes is 'technical';
comment on column list_archive_piece.content is 'technical';
alter table list_archive_piece alter column content set storage external;
grant select, insert, update, delete on list_archive_piece to gatehouse_operator;
