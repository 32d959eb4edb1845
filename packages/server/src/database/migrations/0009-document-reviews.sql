-- What people said of the documents of a case. Appended, never changed; the newest review of a document counts.
create table document_review (
  tenant_id text not null,
  domain text not null,
  case_no text not null,
  review_id uuid not null,
  -- Of a document of a hosted flow, or of an upload.
  document_id uuid not null,
  verdict text not null check (verdict in ('ACCEPTED', 'REJECTED', 'ASKED_AGAIN')),
  reason text,
  reviewed_by text not null,
  reviewed_at timestamptz not null default now(),
  primary key (tenant_id, domain, case_no, review_id),
  foreign key (tenant_id, domain, case_no) references case_record (tenant_id, domain, case_no)
);
comment on table document_review is 'exported';
comment on column document_review.tenant_id is 'technical';
comment on column document_review.domain is 'technical';
comment on column document_review.case_no is 'technical';
comment on column document_review.review_id is 'technical';
comment on column document_review.document_id is 'technical';
comment on column document_review.verdict is 'technical';
comment on column document_review.reason is 'personal';
comment on column document_review.reviewed_by is 'personal';
comment on column document_review.reviewed_at is 'technical';

alter table document_review enable row level security;
alter table document_review force row level security;
create policy of_operator on document_review to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on document_review to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert on document_review to gatehouse_app;
grant select, insert, update, delete on document_review to gatehouse_operator;
