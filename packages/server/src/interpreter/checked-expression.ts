import type { FieldType, Kind } from './environment.ts';
import { emptyOutcomes, type Facts, isKnownNonNull, type Outcomes } from './null-narrowing.ts';

/** What the check knows of one part of an expression. */
export interface CheckedExpression extends Outcomes {
  readonly kind: Kind;
  /** May be null where it is: optional and not guarded. */
  readonly nullable: boolean;
  /** Of a list literal: the kind that all elements share, and whether none may be null. */
  readonly elements?: { readonly kind: Kind; readonly nullable: boolean };
  /** A name with fields, used without one: `data` instead of `data.amount`. */
  readonly record?: true;
}

export interface ExpressionContext {
  readonly facts: Facts;
  /** Variables of the macros around. */
  readonly locals: ReadonlySet<string>;
}

export function declared(field: FieldType, path: string, context: ExpressionContext): CheckedExpression {
  const nullable = field.nullable && !isKnownNonNull(context.facts, path);
  return { kind: field.kind, nullable, ...emptyOutcomes(context.facts) };
}

export function anything(context: ExpressionContext): CheckedExpression {
  return { kind: 'any', nullable: false, ...emptyOutcomes(context.facts) };
}

export function certainly(kind: Kind, context: ExpressionContext): CheckedExpression {
  return { kind, nullable: false, ...emptyOutcomes(context.facts) };
}

/** Is never null: guarded or required, and of a kind that is known. */
export function isCertain(checked: CheckedExpression): boolean {
  return !checked.nullable && checked.kind !== 'any';
}

export function fits(kind: Kind, kinds: readonly Kind[]): boolean {
  return kind === 'any' || kinds.includes('any') || kinds.includes(kind);
}

/** The kind of two values that may stand for each other; null goes with everything. */
export function commonKind(left: Kind, right: Kind): Kind {
  if (left === right || right === 'null') return left;
  return left === 'null' ? right : 'any';
}

/** Kinds of which any would do, as `expected` of a phrase. */
export function expectedKinds(kinds: readonly Kind[]): { readonly expected: string } {
  return { expected: kinds.join('|') };
}

export function fieldNames(of: { fields: ReadonlyMap<string, FieldType> }): readonly string[] {
  return [...of.fields.keys()];
}
