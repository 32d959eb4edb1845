import { z } from 'zod';
import { withoutIds } from '../form-schema.ts';
import { hitSchema } from '../hit.ts';
import { tenantFile } from '../tenant-file.ts';
import { workflowFile } from '../workflow-file.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/**
 * The published JSON Schemas (draft 2020-12), by file name in `docs/schemas`: of the files that people write, and of
 * the hits that quick scans answer.
 * They describe what may be written, so that an editor can complete and check it; what they cannot say, such
 * as names that must agree with each other, `gatehouse provision` checks.
 */
export const fileSchemas: Readonly<Record<string, JsonSchema>> = {
  'tenant-file.schema.json': published(tenantFile, {
    id: 'tenant-file.schema.json',
    title: 'Gatehouse tenant file',
    description:
      'Tenants with their keys, quotas, users, webhooks, watchlist and workflows, for `gatehouse provision`.',
  }),
  'workflow-file.schema.json': published(workflowFile, {
    id: 'workflow-file.schema.json',
    title: 'Gatehouse workflow file',
    description: 'A directed graph without cycles from the start to decisions.',
  }),
  'hit.schema.json': published(hitSchema, {
    id: 'hit.schema.json',
    title: 'Gatehouse hit',
    description:
      'One hit of a quick scan, of any engine, as `quickscan.detail` and `quickscan.hits` answer it. Fields may be added.',
  }),
};

interface Heading {
  /** Relative, so that the schemas find each other wherever they are published together. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

function published(schema: z.ZodType, { id, title, description }: Heading): JsonSchema {
  const { $schema, ...body } = z.toJSONSchema(schema, {
    io: 'input',
    metadata: withoutIds,
    override: ({ jsonSchema, path }) => {
      if (isInlineWorkflow(path)) jsonSchema['$ref'] = 'workflow-file.schema.json';
    },
  });
  return { ...($schema === undefined ? {} : { $schema }), $id: id, title, description, ...body };
}

/** The tenant file takes a whole workflow in place of a file; its own schema is the other one here. */
function isInlineWorkflow(path: readonly (string | number)[]): boolean {
  return path.at(-1) === 'workflow' && path.includes('workflows');
}
