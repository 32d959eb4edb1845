import { z } from 'zod';

/** What a request's body did wrong, sorted by the two cases that docs/interface.md 3 keeps apart. */
export interface BadInput {
  /**
   * `shape`: a required field is missing (null counts as missing) or has the wrong JSON type;
   * `value`: the field is there and its value is not acceptable.
   */
  readonly kind: 'shape' | 'value';
  /** Names the field, its value and what would be right; for the caller who sent it. */
  readonly message: string;
}

type Issue = z.core.$ZodIssue;

/** Checks `value` by `schema` after dropping null members, and tells the first fault of the graver kind. */
export function parseInput<T>(
  schema: z.ZodType<T>,
  value: unknown,
): { ok: true; value: T } | { ok: false; bad: BadInput } {
  const input = withoutNullMembers(value);
  const result = schema.safeParse(input);
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, bad: describeIssues(result.error.issues, input) };
}

/** Sorts and words the faults that a schema found in `input`. */
export function describeIssues(issues: readonly Issue[], input: unknown): BadInput {
  const shape = issues.find(isShapeIssue);
  const issue = shape ?? issues[0];
  if (issue === undefined) throw new Error('a failed parse has at least one issue');
  return { kind: shape ? 'shape' : 'value', message: describeIssue(issue, input) };
}

/** One fault in words: the field's path, its value and what would be right. */
export function describeIssue(issue: Issue, input: unknown): string {
  const field = issue.path.length === 0 ? 'body' : z.core.toDotPath(issue.path as (string | number)[]);
  const value = valueAt(input, issue.path);
  if (issue.code === 'unrecognized_keys') return `${field}: unknown ${issue.keys.join(', ')}`;
  if (value === undefined)
    return issue.code === 'custom' ? `${field} ${lowerFirst(issue.message)}` : `${field} is missing`;
  return `${field} ${quote(value)}: ${lowerFirst(issue.message)}`;
}

/** A value as it may be in a message: JSON, cut at 120 characters. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}

function isShapeIssue(issue: Issue): boolean {
  if (issue.code === 'invalid_type') return true;
  return (
    issue.code === 'invalid_union' &&
    issue.errors.length > 0 &&
    issue.errors.every((branch) => branch.every(isShapeIssue))
  );
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** `null` counts as missing (docs/interface.md 3): object members that are null fall away, at every depth. */
function withoutNullMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullMembers);
  if (typeof value !== 'object' || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === null) continue;
    const clean = withoutNullMembers(member);
    // Assigned, this one name would set the prototype instead of a member.
    if (key === '__proto__') Object.defineProperty(kept, key, { value: clean, enumerable: true });
    else kept[key] = clean;
  }
  return kept;
}
