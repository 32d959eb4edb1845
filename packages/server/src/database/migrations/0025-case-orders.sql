-- Each statement by itself.
-- Orders of all cases of a domain; case_open_by_risk and case_open_by_due have the open ones alone. Without them a page by risk or due
-- date would sort every case that ever was.
drop index if exists case_by_risk;
create index concurrently case_by_risk on case_record (tenant_id, domain, (- coalesce(risk_score, -1)), opened_at, case_no);
drop index if exists case_by_due;
create index concurrently case_by_due on case_record (tenant_id, domain, coalesce(due_at, 'infinity'), case_no);
