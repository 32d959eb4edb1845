-- Each statement by itself.
-- Cases are listed in the order of their numbers where all else is equal, which text has not: C1000000 sorts before C999999. So the
-- indexes end before the number, and what shares an instant is sorted. Cases without a due date, as workflows resolve them, are read in
-- the order of their opening and have no entry of their own.
drop index if exists case_by_due;
create index concurrently case_by_due on case_record (tenant_id, domain, due_at, opened_at) where due_at is not null;
drop index if exists case_open_by_due;
create index concurrently case_open_by_due on case_record (tenant_id, domain, due_at, opened_at)
  where resolved_at is null and due_at is not null;
