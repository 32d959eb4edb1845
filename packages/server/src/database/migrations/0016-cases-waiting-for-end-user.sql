-- Numbers of the cases of a scope whose end user was asked for a document and can still answer by the link. A function,
-- because its statement is planned once for each connection: as a part of each list of cases it doubled the time of planning.
create function cases_waiting_for_end_user(of_tenant text, of_domain text) returns setof text language plpgsql stable as $$
begin
  return query select d.case_no from gatehouse.document_request d
    join gatehouse.link l on l.tenant_id = d.tenant_id and l.domain = d.domain and l.execution_id = d.execution_id
      and l.document_request_id = d.request_id and l.ended_at is null
    where d.tenant_id = of_tenant and d.domain = of_domain and d.given_at is null and d.expires_at > now();
end $$;

-- Requests are kept, so those that are answered must not be read each time.
create index document_request_open on document_request (tenant_id, domain) where given_at is null;
