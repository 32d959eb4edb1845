import { call } from '../api.ts';
import { keepPeopleNames } from './people-names.ts';

/** How long the names of colleagues are used before they are read again. */
const freshMs = 300_000;

let readAt = 0;

/** Reads what the people of the tenant are called. Pages are drawn after it, so that no address flickers into a name. */
export async function readPeopleNames({ anew = false } = {}): Promise<void> {
  if (anew) forgetPeopleNames();
  if (Date.now() - readAt < freshMs) return;
  // Without names there are addresses.
  const answer = await call('people.names').catch(() => undefined);
  if (answer === undefined) return;
  // Before a second factor that the tenant demands there are none yet.
  if (answer.people.length > 0) readAt = Date.now();
  keepPeopleNames(answer.people);
}

export function forgetPeopleNames(): void {
  readAt = 0;
  keepPeopleNames();
}
