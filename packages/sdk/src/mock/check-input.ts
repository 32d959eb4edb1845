/**
 * Checks inputs by the part of JSON Schema that operations use. A library would be more than this file. Bundled,
 * `@cfworker/json-schema` is 37 kB, ajv 253 kB and zod 273 kB; this is 5 kB. None of them says whether a fault is one of
 * shape or of value, which decides who refuses, nor which of several forms was meant; nor do they take null for missing.
 * And the mock of the Python client, which has no such library, answers in the same words.
 */

/** The part of JSON Schema that the inputs of operations use. */
export interface InputSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly InputSchema[];
  readonly oneOf?: readonly InputSchema[];
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: InputSchema | boolean;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly items?: InputSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What is wrong with an input. */
export interface InputFault {
  /** `shape`: something is missing or of another JSON type; `value`: a value of the right type is not acceptable. */
  readonly kind: 'shape' | 'value';
  readonly message: string;
}

/** The first fault of a value, or undefined. Members that are null count as missing, as at a gateway. */
export function faultOfInput(schema: InputSchema, value: unknown, path = ''): InputFault | undefined {
  const options = schema.oneOf ?? schema.anyOf;
  if (options !== undefined) return faultOfOptions(options, value, path);
  if (schema.const !== undefined || schema.enum !== undefined) return faultOfChoice(schema, value, path);
  if (schema.type !== undefined && !isOfType(value, schema.type)) {
    return { kind: 'shape', message: `${path || 'the body'} must be of type ${schema.type}` };
  }
  if (typeof value === 'string') return faultOfText(schema, value, path);
  if (typeof value === 'number') return faultOfNumber(schema, value, path);
  if (Array.isArray(value)) return faultOfList(schema, value, path);
  if (typeof value === 'object' && value !== null) return faultOfObject(schema, { ...value }, path);
  return undefined;
}

/** Of several forms the one that fits furthest says what is wrong: the one whose fixed members agree. */
function faultOfOptions(
  options: readonly InputSchema[],
  value: unknown,
  path: string,
): InputFault | undefined {
  const faults = options.map((option) => ({ option, fault: faultOfInput(option, value, path) }));
  if (faults.some(({ fault }) => fault === undefined)) return undefined;
  const meant = faults.find(({ option }) => hasFixedMembers(option, value)) ?? faults[0]!;
  if (meant.option.properties !== undefined) return meant.fault;
  const isShape = faults.every(({ fault }) => fault!.kind === 'shape');
  return { kind: isShape ? 'shape' : 'value', message: `${path} is not acceptable` };
}

function hasFixedMembers({ properties = {} }: InputSchema, value: unknown): boolean {
  return Object.entries(properties).every(([name, { const: fixed, enum: choice }]) => {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (fixed !== undefined) return member === fixed;
    return choice === undefined || choice.includes(member);
  });
}

function faultOfChoice(schema: InputSchema, value: unknown, path: string): InputFault | undefined {
  const choice = schema.enum ?? [schema.const];
  if (choice.includes(value)) return undefined;
  const kind = choice.some((each) => typeof each === typeof value) ? 'value' : 'shape';
  return { kind, message: `${path} must be ${choice.map((each) => JSON.stringify(each)).join(' or ')}` };
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function faultOfText(schema: InputSchema, text: string, path: string): InputFault | undefined {
  if (schema.maxLength !== undefined && text.length > schema.maxLength) {
    return { kind: 'value', message: `${path} may have ${schema.maxLength} characters` };
  }
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(text)) {
    const said = schema.pattern === '\\S' ? 'must not be blank' : `must match ${schema.pattern}`;
    return { kind: 'value', message: `${path} ${said}` };
  }
  return undefined;
}

function faultOfNumber(schema: InputSchema, value: number, path: string): InputFault | undefined {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  if (value >= minimum && value <= maximum) return undefined;
  return { kind: 'value', message: `${path} must be between ${minimum} and ${maximum}` };
}

function faultOfList(schema: InputSchema, list: readonly unknown[], path: string): InputFault | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items = {} } = schema;
  if (list.length < minItems || list.length > maxItems) {
    return { kind: 'value', message: `${path} must have ${minItems} to ${maxItems} items` };
  }
  return firstFault(list.map((each, index) => () => faultOfInput(items, each, `${path}[${index}]`)));
}

function faultOfObject(
  schema: InputSchema,
  value: Readonly<Record<string, unknown>>,
  path: string,
): InputFault | undefined {
  const { properties = {}, required = [], dependentRequired = {}, additionalProperties } = schema;
  const placeOf = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const isThere = (name: string): boolean => value[name] !== undefined && value[name] !== null;
  const missing = required.find((name) => !isThere(name));
  if (missing !== undefined) return { kind: 'shape', message: `${placeOf(missing)} is missing` };
  const given = Object.keys(value).filter(isThere);
  const unknown = given.find((name) => properties[name] === undefined);
  if (unknown !== undefined && additionalProperties === false) {
    return { kind: 'value', message: `${placeOf(unknown)} is not known` };
  }
  const members = given
    .filter((name) => properties[name] !== undefined)
    .map((name) => () => faultOfInput(properties[name]!, value[name], placeOf(name)));
  const alone = given.find((name) => dependentRequired[name]?.some((other) => !isThere(other)));
  return (
    firstFault(members) ??
    (alone === undefined
      ? undefined
      : { kind: 'value', message: `${placeOf(alone)} needs ${dependentRequired[alone]!.join(', ')}` })
  );
}

function firstFault(checks: readonly (() => InputFault | undefined)[]): InputFault | undefined {
  for (const check of checks) {
    const fault = check();
    if (fault !== undefined) return fault;
  }
  return undefined;
}
