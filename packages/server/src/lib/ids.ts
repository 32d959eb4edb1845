import { uuidv7 } from 'uuidv7';

/** A new id: a UUID of version 7, so that rows sort by creation time. */
export function newId(): string {
  return uuidv7();
}

/** Epoch milliseconds at which an id of `newId` was made: the first 48 bits of a UUID of version 7. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** No id of `newId` that is made from an instant on is lower than this one. */
export function firstIdAt(instant: Date): string {
  const hex = Math.max(0, instant.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text from outside can be one of our ids; anything else is simply unknown and never reaches SQL. */
export function isId(text: string): boolean {
  return uuidPattern.test(text);
}
