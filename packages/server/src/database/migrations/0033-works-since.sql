-- The first version that works on the database once the migration is applied; null where every version does.
alter table migration add column works_since text;
comment on column migration.works_since is 'technical';
