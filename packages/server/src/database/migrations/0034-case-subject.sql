-- What was submitted stands in the execution. Cases of before have it once more.
alter table case_record alter column subject drop not null;
