import type { ApiOperation } from '@gatehouse/contract';
import { memberOf, readJson } from './call-cost.ts';

/** Members of answers that other operations read; the examples have the same values in both. */
const keptMembers: Readonly<Record<string, string>> = {
  'workflow.apply.submit': 'executionId',
  'quickscan.submit': 'id',
};

/** The ids that an answer gives, each by the one that the examples have in its place. */
export function keptIds(
  { name, exampleAnswer }: Pick<ApiOperation, 'name' | 'exampleAnswer'>,
  answer: unknown,
): Readonly<Record<string, string>> {
  const member = keptMembers[name];
  if (member === undefined) return {};
  const [example, id] = [readJson(exampleAnswer), answer].map((one) =>
    memberOf(memberOf(one, 'data'), member),
  );
  return typeof example === 'string' && typeof id === 'string' && id !== '' ? { [example]: id } : {};
}

/** The example body with ids of answers in place of those that it has. */
export function withKeptIds(example: string, kept: Readonly<Record<string, string>>): string {
  return Object.entries(kept).reduce(
    (text, [from, id]) => text.replaceAll(JSON.stringify(from), JSON.stringify(id)),
    example,
  );
}
