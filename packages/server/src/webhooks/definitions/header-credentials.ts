import type { WebhookDefinition } from '@gatehouse/contract';

/** Stands in a shown definition for a header's value that may be a credential; saved again, the value stays as it is. */
export const headerMask = '***';

const namesOfCredentials =
  /auth(?!or($|-))|token|secret|password|passwd|credential|cookie|session|api-?key|access-?key|-key$/i;
const schemes = /^\s*(basic|bearer|digest|token|apikey)\s+/i;

type Headers = WebhookDefinition['headers'];

/** Whether a header's value holds letters of its own, beside placeholders, under a name that credentials go by. */
function mayBeCredential({ name, defaultValue }: Headers[number]): boolean {
  const own = defaultValue
    .replace(schemes, '')
    .replaceAll(/\{[^{}]*\}/g, '')
    .trim();
  return own !== '' && namesOfCredentials.test(name);
}

/** The definition for people: who may read it, or the page of its versions, need not be able to call the receiver. */
export function maskHeaders<Definition extends Pick<WebhookDefinition, 'headers'>>(
  definition: Definition,
): Definition {
  const headers = definition.headers.map((header) =>
    mayBeCredential(header) ? { ...header, defaultValue: headerMask } : header,
  );
  return { ...definition, headers };
}

/** Puts the stored values back where a definition was typed with the mask; or tells which header has none to keep. */
export function unmaskHeaders<Definition extends Pick<WebhookDefinition, 'headers'>>(
  typed: Definition,
  stored: Headers,
): { readonly ok: true; readonly definition: Definition } | { readonly ok: false; readonly index: number } {
  const kept = new Map(stored.map(({ name, defaultValue }) => [name.toLowerCase(), defaultValue]));
  const lacking = typed.headers.findIndex(
    ({ name, defaultValue }) => defaultValue === headerMask && !kept.has(name.toLowerCase()),
  );
  if (lacking >= 0) return { ok: false, index: lacking };
  const headers = typed.headers.map((header) =>
    header.defaultValue === headerMask
      ? { ...header, defaultValue: kept.get(header.name.toLowerCase())! }
      : header,
  );
  return { ok: true, definition: { ...typed, headers } };
}
