-- How far a preview is, while a node works on it.
alter table preview add column progress jsonb;
comment on column preview.progress is 'technical';
