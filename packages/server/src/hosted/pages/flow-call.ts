import { z } from 'zod';
import { describeFault } from '../../lib/json/json-fault.ts';
import { parseStrictJson } from '../../lib/json/strict-json.ts';
import { FlowRefusal } from '../steps/index.ts';

/** A body as its schema has it. A refusal names the field and never its value: it may be a person's data. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  if (!Buffer.isBuffer(body)) throw new FlowRefusal('MALFORMED', { reason: 'the body is missing' });
  const parsed = parseStrictJson(body);
  if (!parsed.ok) throw new FlowRefusal('MALFORMED', { reason: describeFault(parsed.fault) });
  const result = schema.safeParse(parsed.value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...(issue?.path ?? []), ...unknown] as (string | number)[];
  throw new FlowRefusal('MALFORMED', {
    ...(path.length === 0 ? {} : { field: z.core.toDotPath(path) }),
    ...(issue === undefined ? {} : { reason: issue.message }),
  });
}

/** The token of `Authorization: Bearer …`. */
export function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{20,100})$/.exec(header ?? '')?.[1];
}
