import type { WebhookDefinition } from '@gatehouse/contract';

/** The inputs map of one call (interface specification 6.2): JSON values by input name. */
export type WebhookInputs = Readonly<Record<string, unknown>>;

/** A URL or header value cannot be made of the inputs; `message` names the placeholder, never a value. */
export class PlaceholderFault extends Error {
  override readonly name = 'PlaceholderFault';
}

/** Braces around a name. Quotes are none, so that a header may hold JSON. */
const placeholder = /\{([^{}"]+)\}/g;

/** Names of all placeholders of a definition's URL and header values, so that publishing can ask for inputs. */
export function placeholderNames(definition: Pick<WebhookDefinition, 'url' | 'headers'>): Set<string> {
  const templates = [definition.url, ...definition.headers.map(({ defaultValue }) => defaultValue)];
  return new Set(
    templates.flatMap((template) => [...template.matchAll(placeholder)].map((match) => match[1]!)),
  );
}

/**
 * The URL with its placeholders filled in (interface specification 6.2). Values are percent-encoded, except one at the
 * very beginning, which may hold scheme and host (operating.md). Throws a `PlaceholderFault` for an absent value, a
 * blank URL, and a path that values would lead elsewhere.
 */
export function fillUrl(template: string, inputs: WebhookInputs): string {
  const url = template.trim().replace(placeholder, (_, name: string, offset: number) => {
    const value = inputText(name, inputs);
    if (offset === 0) return value;
    if (!value.isWellFormed()) throw new PlaceholderFault(`the input ${name} is not well-formed text`);
    return encodeURIComponent(value);
  });
  if (url.trim() === '') throw new PlaceholderFault('the URL is blank');
  if (/\p{Cc}/u.test(url)) throw new PlaceholderFault('the URL contains control characters');
  // URL parsers fold such segments away, so a value `..` would call another resource than the definition names.
  const [path] = url.split(/[?#]/, 1);
  if (/[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i.test(path!)) {
    throw new PlaceholderFault('the URL has a path segment . or ..');
  }
  return url;
}

/**
 * A header's value with its placeholders filled in. What is not ASCII is percent-encoded as UTF-8, since
 * header values carry no other letters; control characters, which could begin a header of their own, throw a
 * `PlaceholderFault`, as does an absent value.
 */
export function fillHeaderValue(
  header: { name: string; defaultValue: string },
  inputs: WebhookInputs,
): string {
  const value = header.defaultValue.replace(placeholder, (_, name: string) => inputText(name, inputs));
  if (/(?!\t)\p{Cc}/u.test(value)) {
    throw new PlaceholderFault(`the header ${header.name} would contain control characters`);
  }
  if (!value.isWellFormed()) {
    throw new PlaceholderFault(`the header ${header.name} would contain text that is not well-formed`);
  }
  return value.replace(/[^\t\x20-\x7e]+/g, encodeURIComponent);
}

/** An input as text. Own members only: `{constructor}` and `{__proto__}` are absent like any other name. */
function inputText(name: string, inputs: WebhookInputs): string {
  const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === undefined || value === null) {
    throw new PlaceholderFault(`the placeholder {${name}} has no value: there is no such input`);
  }
  throw new PlaceholderFault(`the placeholder {${name}} stands for a list or an object, not for text`);
}
