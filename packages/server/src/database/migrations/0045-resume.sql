-- Where a failed execution goes on when a person or an operator resumes it; null where it cannot.
alter table execution add column resume_from jsonb;
