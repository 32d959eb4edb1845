import { z } from 'zod';
import { type Phrase, type PhraseCode, phrase, wordPhrases } from './phrases/phrase.ts';
import { phraseOfRule } from './phrases/rule-text.ts';

/**
 * What a schema has against a value, for the person who typed it. The library's own texts ("Too small: expected string
 * to have >=1 characters") would otherwise reach screens, answers and files. A message of a schema's own comes before these.
 */

type Issue = z.core.$ZodRawIssue;

const forms: Readonly<Record<string, PhraseCode>> = {
  email: 'rules.email',
  url: 'rules.url',
  uuid: 'rules.uuid',
  guid: 'rules.uuid',
  date: 'rules.date',
  datetime: 'rules.datetime',
  time: 'rules.time',
  duration: 'rules.duration',
  ipv4: 'rules.ip',
  ipv6: 'rules.ip',
  base64: 'rules.base64',
  json_string: 'rules.json',
};

/** One issue as data, without the value: it may be a secret. */
function phrasesOf(issue: Issue): readonly Phrase[] {
  switch (issue.code) {
    case 'invalid_type':
      return unlessMissing(issue.input, phrase('rules.mustBe', { kind: issue.expected }));
    case 'invalid_value':
      return unlessMissing(issue.input, choiceOf(issue.values));
    case 'too_small':
      return [boundOf(issue, 'least', Number(issue.minimum))];
    case 'too_big':
      return [boundOf(issue, 'most', Number(issue.maximum))];
    case 'invalid_format':
      return [formOf(issue as Issue & { readonly format: string })];
    case 'not_multiple_of':
      return [phrase('rules.multipleOf', { step: Number(issue.divisor) })];
    case 'unrecognized_keys':
      return [phrase('rules.unknownKeys', { count: issue.keys.length, keys: issue.keys })];
    case 'invalid_union':
      return unionOf(issue);
    case 'invalid_key':
      return [phrase('rules.keyNotAccepted')];
    case 'invalid_element':
      return [phrase('rules.entryNotAccepted')];
    case 'custom':
      return [phrase('rules.notAccepted')];
  }
}

function unlessMissing(input: unknown, rule: Phrase): readonly Phrase[] {
  return input === undefined ? [phrase('rules.isMissing'), rule] : [rule];
}

function choiceOf(values: readonly unknown[]): Phrase {
  const listed = values.map((value) => JSON.stringify(value) ?? String(value));
  return listed.length === 1
    ? phrase('rules.mustBeOnly', { value: listed[0]! })
    : phrase('rules.mustBeOneOf', { values: listed });
}

interface Bound {
  readonly origin: string;
  readonly inclusive?: boolean | undefined;
}

function boundOf({ origin, inclusive = true }: Bound, direction: 'least' | 'most', bound: number): Phrase {
  const isLeast = direction === 'least';
  const count = { count: bound };
  if (origin === 'string') {
    if (bound === 1 && isLeast) return phrase('rules.mustNotBeEmpty');
    return isLeast ? phrase('rules.atLeastCharacters', count) : phrase('rules.atMostCharacters', count);
  }
  if (['array', 'set', 'map', 'object', 'record'].includes(origin)) {
    return isLeast ? phrase('rules.atLeastEntries', count) : phrase('rules.atMostEntries', count);
  }
  if (!inclusive) return phrase(isLeast ? 'rules.greaterThan' : 'rules.lessThan', { bound });
  return phrase(isLeast ? 'rules.atLeast' : 'rules.atMost', { bound });
}

function formOf(issue: Issue & { readonly format: string }): Phrase {
  const { format } = issue;
  const named = ['prefix', 'suffix', 'includes']
    .map((name) => issue[name])
    .find((part) => part !== undefined);
  const part = JSON.stringify(named);
  if (format === 'starts_with') return phrase('rules.beginWith', { part });
  if (format === 'ends_with') return phrase('rules.endWith', { part });
  if (format === 'includes') return phrase('rules.contain', { part });
  return { code: forms[format] ?? 'rules.expectedForm', values: {} };
}

function unionOf(issue: Issue): readonly Phrase[] {
  const { options, discriminator, input } = issue as {
    options?: unknown;
    discriminator?: string;
    input?: unknown;
  };
  const rule = Array.isArray(options) && discriminator !== undefined ? choiceOf(options) : undefined;
  return unlessMissing(input, rule ?? phrase('rules.noForm'));
}

/**
 * An issue as data. Its message may be a schema's own; undefined for one that no phrase is known of.
 *
 * @param input the value that the issue is about
 */
export function phrasesOfIssue(issue: z.core.$ZodIssue, input: unknown): readonly Phrase[] | undefined {
  const own = phraseOfRule(issue.message) ?? phraseOfCheck(issue);
  if (own !== undefined) return [own];
  const general = phrasesOf({ ...issue, input } as Issue);
  return wordPhrases(general) === issue.message ? general : undefined;
}

/** What a check of several fields says, whose texts have values in them: it is kept beside. */
function phraseOfCheck(issue: z.core.$ZodIssue): Phrase | undefined {
  const said = issue.code === 'custom' ? (issue.params?.['said'] as Phrase | undefined) : undefined;
  return said !== undefined && wordPhrases(said) === issue.message ? said : undefined;
}

z.config({ localeError: (issue) => wordPhrases(phrasesOf(issue)) });
