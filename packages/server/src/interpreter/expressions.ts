import { type ExpressionEnvironment, type Kind, kindLabels } from './environment.ts';
import { ExpressionCheck } from './expression-check.ts';
import { Evaluation, EvaluationFailure, kindOf } from './expression-evaluate.ts';
import { maxSegmentSteps, newStepBudget, type StepBudget, StepsSpent } from './expression-steps.ts';
import { type ExpressionFault, parseExpression, readPaths } from './expression-syntax.ts';

/**
 * The expressions of workflows: CEL, typed when a workflow is published, evaluated without side effects and
 * within a number of steps. What may be called is in expression-functions.ts.
 */

/** Every fault of an expression at a place where `environment` is declared; none when it may be published. */
export function checkExpression(
  source: string,
  environment: ExpressionEnvironment,
  expected: Kind | readonly Kind[],
): readonly ExpressionFault[] {
  const parsed = parseExpression(source);
  if (!parsed.ok) return [parsed.fault];
  const check = new ExpressionCheck(environment);
  check.whole(parsed.tree, typeof expected === 'string' ? [expected] : expected);
  return check.faults;
}

/** The value as JSON, or why there is none: the reason names the expression and the part that failed. */
export type EvaluationResult =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly reason: string;
      /** The steps did not suffice. */
      readonly isSpent?: true;
    };

export interface CompiledExpression {
  readonly source: string;
  /** The declared values that it may read, such as `data.amount`. */
  readonly reads: readonly string[];
  /** `values` holds `data`, `customer`, `case`, `riskScore` and the finished nodes' outputs by node id. */
  readonly evaluate: (values: Readonly<Record<string, unknown>>, steps?: StepBudget) => EvaluationResult;
}

/** Makes an expression ready to run. Throws when it does not parse: publishing lets none through that does not. */
export function compileExpression(source: string): CompiledExpression {
  const parsed = parseExpression(source);
  if (!parsed.ok) throw new Error(`expression ${quoteSource(source)} is unusable: ${parsed.fault.message}`);
  const { tree } = parsed;
  return {
    source,
    reads: readPaths(tree),
    evaluate(values, steps = newStepBudget()) {
      try {
        const evaluation = new Evaluation(values, steps);
        return { ok: true, value: toJson(evaluation.run(tree, undefined), evaluation) };
      } catch (error) {
        if (error instanceof StepsSpent) {
          const reason = `${quoteSource(source)} failed: with it, the expressions of this run take more than ${maxSegmentSteps} steps together`;
          return { ok: false, reason, isSpent: true };
        }
        if (!(error instanceof EvaluationFailure)) throw error;
        return { ok: false, reason: `${quoteSource(source)} failed: ${error.message}` };
      }
    },
  };
}

/** Any values, conditions, or conditions up to the first that is true. */
export type EvaluationMode = 'values' | 'conditions' | 'firstTrue';

/** Evaluates expressions one after the other, up to the first that fails; all pay from one budget. */
export function evaluateInOrder(
  expressions: readonly CompiledExpression[],
  { values, steps }: { readonly values: Readonly<Record<string, unknown>>; readonly steps: StepBudget },
  mode: EvaluationMode,
): EvaluationResult[] {
  const results: EvaluationResult[] = [];
  for (const expression of expressions) {
    const found = expression.evaluate(values, steps);
    const result = mode === 'values' ? found : asCondition(expression, found);
    results.push(result);
    if (!result.ok || (mode === 'firstTrue' && result.value === true)) break;
  }
  return results;
}

/** Of a condition, anything but true or false is a failure, never false. */
function asCondition(expression: CompiledExpression, result: EvaluationResult): EvaluationResult {
  if (!result.ok || typeof result.value === 'boolean') return result;
  const kind = kindLabels[kindOf(result.value)];
  return {
    ok: false,
    reason: `${quoteSource(expression.source)} failed: it gave ${kind}, not true or false`,
  };
}

/** What expressions had before them, by the names that they read; absent is null. For the log of steps. */
export function valuesRead(
  expressions: readonly CompiledExpression[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const path of new Set(expressions.flatMap(({ reads }) => reads))) {
    const [root = '', member] = path.split('.');
    // A variable of `exists` and the like has no value outside of it.
    if (!Object.hasOwn(values, root)) continue;
    const value = values[root];
    read[path] = (member === undefined ? value : ownMember(value, member)) ?? null;
  }
  return read;
}

function ownMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** An expression as it may be in a message. */
export function quoteSource(source: string): string {
  const line = source.replace(/\s+/g, ' ').trim();
  return `"${line.length > 100 ? `${line.slice(0, 97)}...` : line}"`;
}

/** Whole numbers are bigint while an expression runs and plain numbers outside. */
function toJson(value: unknown, evaluation: Evaluation): unknown {
  evaluation.spend(1);
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map((element) => toJson(element, evaluation));
  if (typeof value !== 'object' || value === null) return value ?? null;
  const made: Record<string, unknown> = Object.create(null);
  for (const [key, member] of Object.entries(value)) made[key] = toJson(member, evaluation);
  return { ...made };
}
