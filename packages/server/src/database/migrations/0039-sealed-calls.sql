-- Calls of webhooks that lie as they were sent: a store of an earlier release seals them little by little
-- (docs/decisions/0026-keys-of-rows.md). Sealed inputs are a text.
create index webhook_delivery_in_clear on webhook_delivery (delivery_id) where json_typeof(inputs) = 'object';
