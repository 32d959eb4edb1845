import type { DefinitionFault } from '@gatehouse/contract';
import { sentPhrases } from '../console-api/index.ts';
import type { Fault } from '../interpreter/index.ts';
import { pathOf } from '../lib/yaml/file-fault.ts';
import { parseLocated } from '../lib/yaml/located-yaml.ts';
import { phraseOfFault } from '../lib/yaml/read-yaml.ts';

export type SubmittedDefinition =
  | { readonly ok: true; readonly definition: unknown; readonly locate: (fault: Fault) => DefinitionFault }
  | { readonly ok: false; readonly faults: DefinitionFault[] };

/** The workflow of a call: an object, or a file's text, whose faults then tell where they are in it. */
export async function readSubmitted({
  definition,
  text,
}: {
  definition?: unknown;
  text?: string | undefined;
}): Promise<SubmittedDefinition> {
  if (text === undefined) return { ok: true, definition, locate: sentFault };
  const read = await parseLocated('workflow', text);
  if (!read.ok) {
    const faults = read.faults.map(({ line, column, place, message }) => ({
      place: place === '' ? 'workflow' : place,
      message,
      ...phrasesOf(message),
      ...at({ line, column }),
    }));
    return { ok: false, faults };
  }
  const { value, fault: located } = read.value;
  return {
    ok: true,
    definition: value,
    locate: (fault) => {
      const path = fault.place === 'workflow' ? [] : pathOf(fault.place);
      if (path === undefined) return sentFault(fault);
      return { ...sentFault(fault), ...at(located(path, fault.message)) };
    },
  };
}

/** A fault as an answer has it. */
export function sentFault({ phrases, ...fault }: Fault): DefinitionFault {
  return { ...fault, ...(phrases && { phrases: sentPhrases(phrases) }) };
}

function phrasesOf(message: string) {
  const said = phraseOfFault(message);
  return said === undefined ? {} : { phrases: sentPhrases([said]) };
}

/** Line and column where they are known. */
function at({ line, column }: { readonly line?: number | undefined; readonly column?: number | undefined }) {
  return { ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
}
