-- What true matches take before a case is approved or closed, as its decision node states it. Null where it states nothing,
-- and of cases from before: the defaults hold.
alter table case_record add column policy jsonb;
comment on column case_record.policy is 'technical';
