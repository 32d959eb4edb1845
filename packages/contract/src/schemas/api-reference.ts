import { z } from 'zod';
import type {
  ApiError,
  ApiMember,
  ApiOperation,
  ApiReferenceContent,
  apiGroups,
} from '../console/api-reference.ts';
import { consumesCredit, engines } from '../domain-values.ts';
import {
  accepted,
  type BusinessCode,
  businessCodes,
  type GatewayErrorName,
  gatewayErrors,
} from '../errors.ts';
import { withoutIds } from '../form-schema.ts';
import { type OperationName, operations } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import { businessMeanings, whatToDo } from './errors-page.ts';
import { examples } from './openapi-examples.ts';
import { newestVersion } from './openapi-schemas.ts';
import { submitBody } from './openapi-submit.ts';
import { membersOf } from './schema-table.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const groupByPrefix: Readonly<Record<string, (typeof apiGroups)[number]>> = {
  workflow: 'workflows',
  quickscan: 'quickScan',
  sdk: 'hosted',
  storage: 'uploads',
  prepare: 'reference',
};

/** What `data.code` of each operation can be beside 200 (docs/interface.md 3). */
const refusals: Readonly<Record<OperationName, readonly Exclude<BusinessCode, 200>[]>> = {
  'workflow.apply.submit': [400, 403],
  'workflow.apply.query': [400],
  'workflow.execution.status': [],
  'quickscan.submit': [400, 403],
  'quickscan.detail': [400, 404],
  'quickscan.hits': [400, 404],
  'sdk.launch.link.generate': [400],
  'storage.upload.token': [400],
  'prepare.platform.config': [400],
};

/**
 * The reference of the gateway's operations for the console.
 *
 * @param pinned the one version of operations whose versions the interface leaves open, where the deployment has one
 */
export function apiReferenceContent(pinned: Readonly<Record<string, string>> = {}): ApiReferenceContent {
  return {
    operations: (Object.values(operations) as Operation[]).map((operation) =>
      describe(operation, Object.hasOwn(pinned, operation.name) ? pinned[operation.name] : undefined),
    ),
    gatewayErrors: (Object.keys(gatewayErrors) as GatewayErrorName[]).map(describeError),
    businessErrors: Object.values(businessCodes)
      .filter((code) => code !== businessCodes.success)
      .map((code) => ({ code, name: null, httpStatus: 200, meaning: businessMeanings[code], whatToDo: '' })),
    freeEngines: engines.filter((engine) => !consumesCredit(engine)),
  };
}

function describe(operation: Operation, pinned: string | undefined): ApiOperation {
  const name = operation.name as OperationName;
  const { data } = examples[name];
  const isOpen = operation.versions === 'open';
  const versions = isOpen ? [pinned ?? newestVersion(operation)] : [...operation.versions];
  return {
    name,
    group: groupByPrefix[name.split('.')[0]!]!,
    versions,
    clientVersion: newestVersion(operation),
    takesAnyVersion: isOpen && pinned === undefined,
    billing: operation.billing,
    timeoutSeconds: operation.timeoutMs / 1000,
    takesIdempotencyKey: operation.idempotencyKey === 'kept',
    refusesFieldsIn: operation.missingField,
    requests: versions.flatMap((version) => requestsOf(operation, version)),
    answer: membersFor(schemaOf(operation.output, 'output')),
    exampleBody: jsonText(exampleOf(name)),
    exampleAnswer: jsonText({ ...accepted, data }),
    businessCodes: [...refusals[name]],
  };
}

function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** A body that a tenant's gateway is likely to take: a submit is routed by its event, whatever its workflow is called. */
function exampleOf(name: OperationName): unknown {
  const { request } = examples[name];
  if (name !== 'workflow.apply.submit') return request;
  const { workflowId: _, ...routed } = request as Readonly<Record<string, unknown>>;
  return routed;
}

/** The forms of a body at a version: those of a submit depend on its event type. */
function requestsOf(operation: Operation, version: string): ApiOperation['requests'] {
  if (operation.name !== 'workflow.apply.submit') {
    return [{ version, eventTypes: null, members: membersFor(schemaOf(operation.input(version), 'input')) }];
  }
  const { anyOf, oneOf } = schemaOf(submitBody(operation, version), 'input');
  return (anyOf ?? oneOf ?? []).map((form) => {
    const eventType = (form as JsonSchema).properties?.['eventType'] as JsonSchema;
    return {
      version,
      eventTypes: (eventType.enum ?? [eventType.const]) as string[],
      members: membersFor(form as JsonSchema),
    };
  });
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, metadata: withoutIds, unrepresentable: 'any' });
}

/** Of what is an object or something without members, as an answer for an id of nothing, those of the object. */
function membersFor(schema: JsonSchema): ApiMember[] {
  const options = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as JsonSchema[];
  const object = options.find(({ properties }) => properties !== undefined) ?? schema;
  return membersOf(object).map(({ member, type, isRequired, description }) => ({
    path: member,
    type,
    required: isRequired,
    description,
  }));
}

function describeError(name: GatewayErrorName): ApiError {
  const { apiCode, httpStatus, meaning } = gatewayErrors[name];
  return { code: apiCode, name, httpStatus, meaning, whatToDo: whatToDo[name] };
}
