import {
  type BadInput,
  type EntryField,
  parseInput,
  quote,
  statedOwnership,
  type WorkflowFile,
} from '@gatehouse/contract';

/**
 * What `data` of a submit has against the fields that its workflow declares under `entry`: all of it, faults
 * of shape first (docs/interface.md 3: a missing field, null included, or a wrong JSON type is a fault of
 * shape; a blank required text is a value that is not acceptable). Other fields of `data` are ignored.
 */
export function checkEntryFields(
  workflow: Pick<WorkflowFile, 'entry'>,
  data: Readonly<Record<string, unknown>>,
): BadInput[] {
  const found = workflow.entry.flatMap((field) => checkField(field, data) ?? []);
  return [...found.filter(({ kind }) => kind === 'shape'), ...found.filter(({ kind }) => kind === 'value')];
}

function checkField(field: EntryField, data: Readonly<Record<string, unknown>>): BadInput | undefined {
  const value = Object.hasOwn(data, field.name) ? (data[field.name] ?? null) : null;
  if (value === null) {
    if (!field.required) return undefined;
    return { kind: 'shape', message: `data.${field.name} is missing: ${wishes[field.type]}` };
  }
  if (!fits(field.type, value)) {
    return { kind: 'shape', message: `data.${field.name} ${quote(value)}: ${wishes[field.type]}` };
  }
  if (field.required && typeof value === 'string' && value.trim() === '') {
    return { kind: 'value', message: `data.${field.name} ${quote(value)}: must not be blank` };
  }
  if (field.type !== 'ownership') return undefined;
  const stated = parseInput(statedOwnership, value);
  return stated.ok ? undefined : { ...stated.bad, message: `data.${field.name}.${stated.bad.message}` };
}

const wishes: Readonly<Record<EntryField['type'], string>> = {
  string: 'must be a string',
  text: 'must be a string',
  number: 'must be a number',
  boolean: 'must be true or false',
  list: 'must be an array',
  object: 'must be an object',
  ownership: 'must be an object with parties',
};

function fits(type: EntryField['type'], value: unknown): boolean {
  switch (type) {
    case 'string':
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'object':
    case 'ownership':
      return typeof value === 'object' && !Array.isArray(value);
  }
}
