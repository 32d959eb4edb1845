-- A document that the end user of a hosted flow was asked for again, while people review the case.
create table document_request (
  tenant_id text not null,
  domain text not null,
  request_id uuid not null,
  case_no text not null,
  execution_id uuid not null,
  -- The step that asked for the document.
  node_id text not null,
  document_id uuid not null,
  document_group text not null,
  document_type text not null,
  country text,
  -- The name of whose document it is, where several people of a company show some.
  person text,
  -- A word of the contract's list, for which the hosted pages have a text in every language.
  reason text not null,
  callback_key uuid not null,
  asked_by text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  given_at timestamptz,
  primary key (tenant_id, domain, request_id),
  foreign key (tenant_id, domain, case_no) references case_record (tenant_id, domain, case_no)
);
create index document_request_of_case on document_request (tenant_id, domain, case_no);
comment on table document_request is 'exported';
comment on column document_request.tenant_id is 'technical';
comment on column document_request.domain is 'technical';
comment on column document_request.request_id is 'technical';
comment on column document_request.case_no is 'technical';
comment on column document_request.execution_id is 'technical';
comment on column document_request.node_id is 'technical';
comment on column document_request.document_id is 'technical';
comment on column document_request.document_group is 'technical';
comment on column document_request.document_type is 'technical';
comment on column document_request.country is 'personal';
comment on column document_request.person is 'personal';
comment on column document_request.reason is 'technical';
comment on column document_request.callback_key is 'technical';
comment on column document_request.asked_by is 'personal';
comment on column document_request.asked_at is 'technical';
comment on column document_request.expires_at is 'technical';
comment on column document_request.given_at is 'technical';

alter table document_request enable row level security;
alter table document_request force row level security;
create policy of_operator on document_request to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on document_request to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert, update on document_request to gatehouse_app;
grant select, insert, update, delete on document_request to gatehouse_operator;

-- Of a link that leads to one document alone.
alter table link add column document_request_id uuid;
comment on column link.document_request_id is 'technical';
