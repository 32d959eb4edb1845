import { text, textIfKnown } from '../messages/text.ts';
import { labelOf } from './format.ts';

/** Keys of nodes, webhooks and reference data, and kinds of values, as forms name them. */

/**
 * The title of a key; one that the catalogue does not know is made of its words, a code stays as it is.
 * @param owner the form, in which the key may be called otherwise
 */
export function fieldTitle(key: string, owner?: string): string {
  return (
    textIfKnown(`formFields.title-${owner}-${key}`) ??
    textIfKnown(`nodeFields.title-${key}`) ??
    textIfKnown(`formFields.title-${key}`) ??
    (/^[A-Z_]+$/.test(key) ? key : labelOf(key))
  );
}

/**
 * What a key means; undefined where only the schema says so.
 * @param owner the form or the type of node, of which the key may mean a thing of its own
 */
export function fieldHint(key: string, owner: string | undefined): string | undefined {
  return (
    textIfKnown(`formFields.hint-${owner}-${key}`) ??
    textIfKnown(`nodeFields.hint-${owner}-${key}`) ??
    textIfKnown(`nodeFields.hint-${key}`)
  );
}

/** The names of values that can be chosen, of one without a name its code; undefined where none of them has one. */
export function optionLabels(values: readonly unknown[]): Readonly<Record<string, string>> | undefined {
  const labels = values.map((value) => [String(value), optionLabel(String(value))] as const);
  if (labels.every(([, label]) => label === undefined)) return undefined;
  return Object.fromEntries(labels.map(([code, label]) => [code, label ?? code]));
}

/** A schema whose codes are chosen by their names, where they have some. */
export function withOptionLabels(
  schema: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const labels = Array.isArray(schema['enum']) ? optionLabels(schema['enum']) : undefined;
  return labels === undefined ? schema : { ...schema, enumNames: labels };
}

/** The name of a value that can be chosen; undefined for one that the catalogue does not know. */
export function optionLabel(value: string): string | undefined {
  return textIfKnown(`nodeFields.option-${value}`) ?? textIfKnown(`formFields.option-${value}`);
}

/** A kind of value, such as a number, as expressions have it. */
export function kindLabel(kind: string): string {
  return textIfKnown(`nodes.kind-${kind}`) ?? kind;
}

/** The title of a type of node; one that the catalogue does not know is made of the words of its code. */
export function nodeTypeTitle(type: string): string {
  return textIfKnown(`nodes.type-${type}`) ?? labelOf(type);
}

/** Field of an expression, such as an output of a node. */
export function outputLabel(name: string): string {
  return textIfKnown(`nodeFields.output-${name}`) ?? labelOf(name);
}

/** A code that the form keeps although nobody knows it. */
export function unknownCode(code: string): string {
  return text('nodes.unknownCode', { code });
}
