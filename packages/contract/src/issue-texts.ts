import { z } from 'zod';

/**
 * What a schema has against a value, for the person who typed it. The library's own texts ("Too small: expected string
 * to have >=1 characters") would otherwise reach screens, answers and files. A message of a schema's own comes before these.
 */

type Issue = z.core.$ZodRawIssue;

const nouns: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  set: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  date: 'a date',
  null: 'null',
};

const forms: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  url: 'must be an absolute address such as https://example.org',
  uuid: 'must be a UUID',
  guid: 'must be a UUID',
  date: 'must be a date that exists, as 2027-12-31',
  datetime: 'must be a date and time with its offset, as 2027-12-31T00:00:00Z',
  time: 'must be a time, as 14:30',
  duration: 'must be a duration, as PT15M',
  ipv4: 'must be an IP address',
  ipv6: 'must be an IP address',
  base64: 'must be base64',
  json_string: 'must be JSON',
};

/** One issue in words, without the value: it may be a secret. */
function issueText(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return unlessMissing(issue.input, `must be ${nouns[issue.expected] ?? issue.expected}`);
    case 'invalid_value':
      return unlessMissing(issue.input, choiceText(issue.values));
    case 'too_small':
      return boundText(issue, 'at least', Number(issue.minimum));
    case 'too_big':
      return boundText(issue, 'at most', Number(issue.maximum));
    case 'invalid_format':
      return formText(issue as Issue & { readonly format: string });
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `${issue.keys.length === 1 ? 'unknown key' : 'unknown keys'} ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return unionText(issue);
    case 'invalid_key':
      return 'has a key that is not accepted';
    case 'invalid_element':
      return 'has an entry that is not accepted';
    case 'custom':
      return 'is not accepted';
  }
}

function unlessMissing(input: unknown, rule: string): string {
  return input === undefined ? `is missing: ${rule}` : rule;
}

function choiceText(values: readonly unknown[]): string {
  const listed = values.map((value) => JSON.stringify(value) ?? String(value));
  return listed.length === 1 ? `must be ${listed[0]}` : `must be one of ${listed.join(', ')}`;
}

interface Bound {
  readonly origin: string;
  readonly inclusive?: boolean | undefined;
}

function boundText({ origin, inclusive = true }: Bound, direction: string, bound: number): string {
  const isOne = bound === 1;
  if (origin === 'string') {
    if (isOne && direction === 'at least') return 'must not be empty';
    return `must have ${direction} ${bound} ${isOne ? 'character' : 'characters'}`;
  }
  if (['array', 'set', 'map', 'object', 'record'].includes(origin)) {
    return `must have ${direction} ${bound} ${isOne ? 'entry' : 'entries'}`;
  }
  if (!inclusive) return `must be ${direction === 'at least' ? 'greater' : 'less'} than ${bound}`;
  return `must be ${direction} ${bound}`;
}

function formText(issue: Issue & { readonly format: string }): string {
  const { format } = issue;
  const part = ['prefix', 'suffix', 'includes'].map((name) => issue[name]).find((text) => text !== undefined);
  if (format === 'starts_with') return `must begin with ${JSON.stringify(part)}`;
  if (format === 'ends_with') return `must end with ${JSON.stringify(part)}`;
  if (format === 'includes') return `must contain ${JSON.stringify(part)}`;
  return forms[format] ?? 'does not have the expected form';
}

function unionText(issue: Issue): string {
  const { options, discriminator, input } = issue as {
    options?: unknown;
    discriminator?: string;
    input?: unknown;
  };
  const rule = Array.isArray(options) && discriminator !== undefined ? choiceText(options) : undefined;
  return unlessMissing(input, rule ?? 'has none of the forms that are accepted');
}

z.config({ localeError: issueText });
