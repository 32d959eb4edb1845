-- Each statement by itself.
-- Whom older hits and rulings are about, as far as it is certain. The owner of the tables sees no row of them.
set role gatehouse_operator;
-- A screening node without subjects of its own screened the customer.
update gatehouse.alert a set subject_key = 'self'
from gatehouse.visit v, gatehouse.execution e, gatehouse.workflow_version w
where a.subject_key is null
  and v.tenant_id = a.tenant_id and v.domain = a.domain and v.execution_id = a.execution_id and v.sequence = a.visit_sequence
  and e.tenant_id = a.tenant_id and e.domain = a.domain and e.execution_id = a.execution_id
  and w.tenant_id = e.tenant_id and w.domain = e.domain and w.workflow_id = e.workflow_id and w.version = e.workflow_version
  and exists (
    select from jsonb_array_elements(w.definition -> 'nodes') n
    where n ->> 'id' = v.node_id and n ->> 'type' = 'screening'
      and not jsonb_exists_any(n, array['subject', 'subjects', 'subjectsFrom']));
-- The audit record names the hit that each ruling was made on. Rulings on parties then hold for that hit alone.
update gatehouse.ruling r
set subject_key = coalesce(a.subject_key, 'visit:' || a.execution_id || ':' || a.visit_sequence || ':' || a.subject_index)
from gatehouse.audit_event t, gatehouse.alert a
where r.subject_key is null
  and t.tenant_id = r.tenant_id and t.domain = r.domain and t.object_kind = 'case' and t.object_id = r.case_no
  and t.act = 'case.rule' and t.detail ->> 'entityId' = r.entity_id
  and t.detail ->> 'rulingRevision' = r.revision::text
  and a.tenant_id = r.tenant_id and a.domain = r.domain and a.alert_id::text = t.detail ->> 'alertId'
  and a.customer_id = r.customer_id and a.entity_id = r.entity_id;
reset role;
