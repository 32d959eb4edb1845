import type { DefinitionFault } from '@gatehouse/contract';
import { Alert, Text } from '@mantine/core';
import { Refused } from '../api.ts';
import { messageOf } from '../messages/phrase-text.ts';
import { text } from '../messages/text.ts';
import { describeError } from '../queries.ts';
import type { FieldFault } from '../ui/field-faults.ts';
import { sentenceOf } from '../ui/format.ts';

/** Why a change was not made: everything that is wrong in it, each with its place. */
export function Refusal({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  const faults = error instanceof Refused ? (error.problem.faults ?? []) : [];
  const isOutdated = error instanceof Refused && error.problem.code === 'VERSION_CONFLICT';
  return (
    <Alert
      color={isOutdated ? 'orange' : 'red'}
      variant="outline"
      role="alert"
      mb="sm"
      title={isOutdated ? text('settings.changedByOther') : text('settings.nothingChanged')}
    >
      {faults.length === 0 && <Text size="sm">{describeError(error)}</Text>}
      <ul className="gh-refusal">
        {faults.map((fault) => (
          <li key={`${fault.place} ${fault.message}`}>
            {placeOf(fault) !== '' && (
              <>
                <code>{placeOf(fault)}</code>{' '}
              </>
            )}
            {fault.workflow ? sentenceOf(messageOf(fault)) : messageOf(fault)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** The same by the fields of the item that was sent. */
export function itemFaults(error: Error | null): readonly FieldFault[] {
  const faults = error instanceof Refused ? (error.problem.faults ?? []) : [];
  return faults.flatMap((fault) => {
    const place = placeOf(fault);
    return place === '' ? [] : [{ place, message: messageOf(fault) }];
  });
}

/** Where in the item; that it is the list's third one says nothing to people. */
function placeOf({ place, workflow }: DefinitionFault): string {
  return workflow ? '' : place.replace(/^items\[\d+\]\.?/, '');
}
