import { z } from 'zod';

/** What zod knows of schemas but their ids: components belong to the OpenAPI documents. */
class NamelessRegistry extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get(schema: z.core.$ZodType): Record<string, unknown> {
    const { id: _, ...meta } = z.globalRegistry.get(schema) ?? {};
    return meta;
  }

  override has(schema: z.core.$ZodType): boolean {
    return z.globalRegistry.has(schema);
  }
}

/** For `z.toJSONSchema`: a schema stays one whole, whatever components its parts are elsewhere. */
export const withoutIds = new NamelessRegistry();

/** JSON Schema of what a schema takes, for forms. */
export function formSchema(schema: z.ZodType): z.core.JSONSchema.JSONSchema {
  const { $schema: _, ...form } = z.toJSONSchema(schema, { io: 'input', metadata: withoutIds });
  return form;
}
