/** A condition as rows that are chosen: `field operator value`, joined by one `&&` or `||`. Pure, and exact both ways. */

export type Operator =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'true'
  | 'false'
  | 'null'
  | 'given';

export interface ConditionRow {
  /** Empty while none is chosen. */
  readonly field: string;
  readonly operator: Operator;
  /** As the condition has it, such as `'IR'`, `30` or `['IR', 'KP']`; empty for an operator without one. */
  readonly value: string;
}

export interface Condition {
  readonly joint: '&&' | '||';
  readonly rows: readonly ConditionRow[];
}

const name = String.raw`[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*?`;
const literal = String.raw`-?\d+(?:\.\d+)?|'[^'\\]*'|"[^"\\]*"`;
const comparison = new RegExp(`^(${name}|) (==|!=|<|<=|>|>=) (${literal}|)$`);
const membership = new RegExp(String.raw`^(${name}) in (\[(?:(?:${literal})(?:, (?:${literal}))*)?\])$`);
const method = new RegExp(String.raw`^(${name})\.(contains|startsWith|endsWith)\((${literal}|)\)$`);
const presence = new RegExp(`^(${name}) (==|!=) null$`);
const alone = new RegExp(`^(!?)(${name})$`);

/** The rows of a condition; undefined for one that rows cannot say exactly, which stays a text. */
export function readCondition(text: string): Condition | undefined {
  const and = splitOutside(text, ' && ');
  const or = splitOutside(text, ' || ');
  if (and.length > 1 && or.length > 1) return undefined;
  const [joint, parts] = or.length > 1 ? (['||', or] as const) : (['&&', and] as const);
  const rows = parts.map(readRow);
  if (!rows.every((row) => row !== undefined)) return undefined;
  const condition = { joint, rows };
  return writeCondition(condition) === text ? condition : undefined;
}

export function writeCondition({ joint, rows }: Condition): string {
  return rows.map(writeRow).join(` ${joint} `);
}

function readRow(text: string): ConditionRow | undefined {
  if (text === '') return { field: '', operator: '==', value: '' };
  const isNull = presence.exec(text);
  if (isNull) return { field: isNull[1]!, operator: isNull[2] === '==' ? 'null' : 'given', value: '' };
  const compared = comparison.exec(text) ?? method.exec(text);
  if (compared) return { field: compared[1]!, operator: compared[2] as Operator, value: compared[3]! };
  const member = membership.exec(text);
  if (member) return { field: member[1]!, operator: 'in', value: member[2]! };
  const bare = alone.exec(text);
  if (!bare || ['true', 'false', 'null', 'in'].includes(bare[2]!)) return undefined;
  return { field: bare[2]!, operator: bare[1] === '!' ? 'false' : 'true', value: '' };
}

function writeRow({ field, operator, value }: ConditionRow): string {
  switch (operator) {
    case 'true':
      return field;
    case 'false':
      return `!${field}`;
    case 'null':
      return `${field} == null`;
    case 'given':
      return `${field} != null`;
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return `${field}.${operator}(${value})`;
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
      return field === '' && operator === '==' && value === '' ? '' : `${field} ${operator} ${value}`;
  }
}

/** Parts between a separator that is in no quotes and no brackets. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [from, at, depth] = [0, 0, 0];
  let quote = '';
  while (at < text.length) {
    const letter = text[at]!;
    if (quote !== '') {
      if (letter === quote) quote = '';
    } else if (letter === "'" || letter === '"') quote = letter;
    else if (letter === '(' || letter === '[') depth += 1;
    else if (letter === ')' || letter === ']') depth -= 1;
    else if (depth === 0 && text.startsWith(separator, at)) {
      parts.push(text.slice(from, at));
      at += separator.length;
      from = at;
      continue;
    }
    at += 1;
  }
  return [...parts, text.slice(from)];
}

/** What fits a kind of field, the usual one first. */
export function operatorsFor(kind: string, isOptional: boolean): readonly Operator[] {
  const missing: readonly Operator[] = isOptional ? ['null', 'given'] : [];
  switch (kind) {
    case 'number':
      return ['>', '>=', '<', '<=', '==', '!=', ...missing];
    case 'boolean':
      return ['true', 'false', ...missing];
    case 'text':
      return ['==', '!=', 'in', 'contains', 'startsWith', 'endsWith', ...missing];
    default:
      return ['==', '!=', '>', '>=', '<', '<=', 'in', 'contains', 'true', 'false', 'null', 'given'];
  }
}

type ValueKind = 'none' | 'list' | 'number' | 'text';

/** What is asked for behind an operator. */
export function valueKind(operator: Operator, kind: string, value: string): ValueKind {
  if (['true', 'false', 'null', 'given'].includes(operator)) return 'none';
  if (operator === 'in') return 'list';
  const isNumber = value === '' ? kind === 'number' : /^-?\d/.test(value);
  return isNumber ? 'number' : 'text';
}

/** A text as a condition has it; undefined where quotes cannot hold it. */
export function quoted(text: string): string | undefined {
  if (text.includes('\\') || /[\n\r]/.test(text)) return undefined;
  if (!text.includes("'")) return `'${text}'`;
  return text.includes('"') ? undefined : `"${text}"`;
}

/** What quotes hold. */
export function unquoted(value: string): string {
  return value.replace(/^(['"])(.*)\1$/s, '$2');
}

/** The values of a list, each as it is written. */
export function listValues(value: string): readonly string[] {
  return (value.match(new RegExp(literal, 'g')) ?? []).map(String);
}

/** The row with another field: what does not fit it begins anew. */
export function withField(
  row: ConditionRow,
  field: string,
  known: { kind: string; isOptional: boolean },
): ConditionRow {
  const fitting = operatorsFor(known.kind, known.isOptional);
  const operator = fitting.includes(row.operator) && row.field !== '' ? row.operator : fitting[0]!;
  return withOperator({ ...row, field }, operator, known.kind);
}

/** The row with another operator: a value that does not fit it is gone. */
export function withOperator(row: ConditionRow, operator: Operator, kind: string): ConditionRow {
  const wanted = valueKind(operator, kind, '');
  if (wanted === 'none') return { ...row, operator, value: '' };
  if (wanted === 'list') {
    const single = row.value !== '' && !row.value.startsWith('[');
    return {
      ...row,
      operator,
      value: row.value.startsWith('[') ? row.value : single ? `[${row.value}]` : '[]',
    };
  }
  const single = row.value.startsWith('[') ? (listValues(row.value)[0] ?? '') : row.value;
  const isFitting = kind === 'any' || (kind === 'number') === /^-?\d/.test(single);
  return { ...row, operator, value: isFitting ? single : '' };
}
