import { z } from 'zod';
import { articleSchema, hitSchema, hitsByEngine } from '../hit.ts';
import { operations } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import { subjectSchema } from '../subject.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The newest version of an operation, as it is documented; one whose versions are open is shown as 1.0.0. */
export function newestVersion(operation: Operation): string {
  return operation.versions === 'open' ? '1.0.0' : operation.versions.at(-1)!;
}

/** `quickscan.submit` as generators want names: `quickscanSubmit`. */
export function camelCase(name: string): string {
  return name.replace(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The component that holds the body of an operation's call. */
export function requestName(name: string): string {
  return `${pascalCase(name)}Request`;
}

/** The component that holds `data` of an operation's answer. */
export function dataName(name: string): string {
  return `${pascalCase(name)}Data`;
}

export function reference(name: string): JsonSchema {
  return { $ref: address(name) };
}

/** What callers send, by component name: each operation's body, and the subject of a screening. */
export function requestSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  registry.add(subjectSchema, { id: 'ScreeningSubject' });
  for (const operation of Object.values(operations)) {
    registry.add(operation.input(newestVersion(operation)), { id: requestName(operation.name) });
  }
  const schemas = published(registry, 'input');
  return {
    ...schemas,
    ScreeningSubject: {
      ...schemas['ScreeningSubject'],
      description: 'A customer to be screened. What is not known is left out: a missing field is neutral.',
      dependentRequired: { idType: ['idNumber'], idNumber: ['idType'] },
    },
    ...submitVariants(schemas[requestName('workflow.apply.submit')]!),
  };
}

/** What the service answers in `data`, by component name. Fields may be added, so nothing is closed. */
export function dataSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  registry.add(articleSchema, { id: 'Article' });
  registry.add(hitSchema, { id: 'Hit' });
  registry.add(hitsByEngine, { id: 'HitsByEngine' });
  for (const { name, output } of Object.values(operations)) registry.add(output, { id: dataName(name) });
  return published(registry, 'output');
}

/**
 * The body of a submit depends on its event type: a screening event carries a subject, the others whatever
 * their workflow declares. Tools show two forms better than a condition.
 */
function submitVariants(submit: JsonSchema): Record<string, JsonSchema> {
  const properties = submit.properties as Record<string, JsonSchema>;
  const { enum: events = [], ...eventType } = properties['eventType']!;
  const screening = 'MANUAL_CASE_EVENT';
  const variant = (words: readonly unknown[], data: JsonSchema): JsonSchema => ({
    ...submit,
    properties: {
      ...properties,
      eventType: { ...eventType, enum: [...words] as string[] },
      source: { ...properties['source'], enum: ['API'] },
      data,
    },
  });
  return {
    SubmitScreening: variant([screening], reference('ScreeningSubject')),
    SubmitEvent: variant(
      events.filter((event) => event !== screening),
      properties['data']!,
    ),
    [requestName('workflow.apply.submit')]: {
      oneOf: [reference('SubmitScreening'), reference('SubmitEvent')],
      discriminator: {
        propertyName: 'eventType',
        mapping: Object.fromEntries(
          events.map((event) => [event, address(event === screening ? 'SubmitScreening' : 'SubmitEvent')]),
        ),
      },
    },
  };
}

function published(registry: z.core.$ZodRegistry<{ id: string }>, io: 'input' | 'output') {
  const { schemas } = z.toJSONSchema(registry, { io, uri: address, override: tellWords });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, tidy(schema, io) as JsonSchema]),
  );
}

/** A text that is then checked to be one of some words is a plain text to zod's description of the input. */
function tellWords({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const { def } = zodSchema._zod as { def: { type: string; out?: z.core.$ZodType } };
  const out = def.type === 'pipe' ? def.out : undefined;
  if (out instanceof z.ZodEnum) jsonSchema.enum = [...out.options];
}

/** Leaves out what JSON Schema says and a reader does not need, and closes no answer. */
function tidy(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((element) => tidy(element, io));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, member]) => {
    // A component has its address and the document its dialect.
    if (key === '$id' || key === '$schema') return false;
    if (key === 'additionalProperties') return typeof member === 'object' ? !isEmpty(member) : io === 'input';
    return !(
      (key === 'minimum' || key === 'maximum') &&
      Math.abs(member as number) === Number.MAX_SAFE_INTEGER
    );
  });
  return oneOfWords(Object.fromEntries(entries.map(([key, member]) => [key, tidy(member, io)])));
}

/** `anyOf` constants of one type are one `enum`. */
function oneOfWords(schema: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const options = anyOf as Record<string, unknown>[];
  const types = new Set(options.map(({ type }) => type));
  const constants = options.every((option) => 'const' in option && Object.keys(option).length === 2);
  if (!constants || types.size !== 1) return schema;
  return { ...rest, type: options[0]!['type'], enum: options.map((option) => option['const']) };
}

function isEmpty(value: object | null): boolean {
  return value !== null && Object.keys(value).length === 0;
}

function address(name: string): string {
  return `#/components/schemas/${name}`;
}

function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}
