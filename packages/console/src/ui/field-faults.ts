import type { ErrorSchema } from '@rjsf/utils';

/** What is wrong with one value of a form; its place as the service writes it: `headers[0].name`. */
export interface FieldFault {
  readonly place: string;
  readonly message: string;
}

/** Faults in the form in which the form library shows each beside its field. */
export function errorSchemaOf(faults: readonly FieldFault[]): ErrorSchema {
  const root: Part = {};
  for (const { place, message } of faults) {
    const part = stepsOf(place).reduce<Part>((at, step) => {
      const inner = (at[step] ?? {}) as Part;
      at[step] = inner;
      return inner;
    }, root);
    part['__errors'] = [...((part['__errors'] as string[] | undefined) ?? []), message];
  }
  return root as ErrorSchema;
}

type Part = Record<string, unknown>;

/** The keys and indexes of a place; a key that is no word is quoted: `inputs["customer id"]`. */
function stepsOf(place: string): readonly string[] {
  const steps = place.matchAll(/([A-Za-z_][\w-]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g);
  return Array.from(steps, ([, word, index, quoted]) => word ?? index ?? (JSON.parse(quoted!) as string));
}
