import type { WebhookUse } from '@gatehouse/contract';
import type { Tx } from '../../database/database.ts';

/** A node of a published workflow version that calls a webhook, itself or by its hook. */
export interface StoredUse extends WebhookUse {
  /** Inputs that the node gives. */
  readonly given: readonly string[];
}

/** Every published version's nodes that call a webhook; each version can still be started by its id. */
export function readUses(tx: Tx, tenantId: string, webhookId: string): Promise<StoredUse[]> {
  return tx.sql<StoredUse>(
    `select v.domain, v.workflow_id || '@' || v.version as "workflowId", caller.node_id as "nodeId",
       coalesce((v.webhooks ->> $2)::integer, w.version) as "shapeVersion",
       array(select jsonb_object_keys(caller.inputs)) as given,
       coalesce((select jsonb_agg(jsonb_build_object('name', i.key, 'expression', i.value) order by i.key)
         from jsonb_each_text(caller.inputs) i), '[]') as inputs
     from workflow_version v
     join webhook w on w.tenant_id = v.tenant_id and w.webhook_id = $2
     cross join lateral jsonb_array_elements(v.definition -> 'nodes') node
     cross join lateral (values
       (node ->> 'id', node ->> 'webhook', coalesce(node -> 'inputs', '{}')),
       (node ->> 'id', node #>> '{hook,webhook}', coalesce(node #> '{hook,inputs}', '{}'))
     ) caller (node_id, webhook_id, inputs)
     where v.tenant_id = $1 and caller.webhook_id = $2
     order by v.domain, v.workflow_id, v.version desc, caller.node_id`,
    [tenantId, webhookId],
  );
}
