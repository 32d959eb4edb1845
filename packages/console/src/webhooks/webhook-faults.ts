import { Refused } from '../api.ts';
import { messageOf } from '../messages/phrase-text.ts';
import type { FieldFault } from '../ui/field-faults.ts';

/** What the service refused of the definition, by field. */
export function faultsOf(error: Error | null): readonly FieldFault[] {
  if (!(error instanceof Refused)) return [];
  const { field, faults = [] } = error.problem;
  const within = field?.startsWith('definition.') ? field.slice('definition.'.length) : undefined;
  return [
    ...faults.map((fault) => ({ place: fault.place, message: messageOf(fault) })),
    ...(within === undefined ? [] : [{ place: within, message: messageOf(error.problem) }]),
  ];
}

/** Why the ID of a new webhook was refused. */
export function idFault(error: Error | null): string | undefined {
  if (!(error instanceof Refused)) return undefined;
  const { code, field } = error.problem;
  return code === 'ID_TAKEN' || field === 'id' ? messageOf(error.problem) : undefined;
}
