import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { phrasesOfIssue } from '../issue-texts.ts';
import { typedWebhook } from '../webhook.ts';
import { phrase, wordPhrases } from './phrase.ts';

describe('a phrase', () => {
  it('is worded in English with its values, by the form that the count takes', () => {
    expect(wordPhrases(phrase('refusals.noCredits', { count: 1 }))).toBe(
      'the quick scan credits do not cover 1 engine',
    );
    expect(wordPhrases(phrase('refusals.noCredits', { count: 3 }))).toBe(
      'the quick scan credits do not cover 3 engines',
    );
  });

  it('has words for codes, and a choice where several are possible', () => {
    const refusal = phrase('refusals.caseWrongState', {
      state: 'APPROVED',
      state2: ['UNDER_REVIEW', 'RETURNED', 'OTHER_GROUP'],
    });
    expect(wordPhrases(refusal)).toBe(
      'the case is approved; this is possible only while it is under review, returned or escalated',
    );
  });

  it('shows a value as it is, even one that looks like a placeholder', () => {
    expect(
      wordPhrases(phrase('refusals.webhookCalledBy', { workflow: '{domain}', domain: 'x', node: 'y' })),
    ).toBe('the published workflow {domain} of x calls it at its node y');
  });
});

describe('what a schema has against a value', () => {
  const first = (schema: z.ZodType, value: unknown) => {
    const issue = schema.safeParse(value, { reportInput: true }).error!.issues[0]!;
    return { message: issue.message, phrases: phrasesOfIssue(issue, issue.input) };
  };

  it('is data beside its text', () => {
    expect(first(z.array(z.int()).max(2), [1, 2, 3])).toEqual({
      message: 'must have at most 2 entries',
      phrases: [phrase('rules.atMostEntries', { count: 2 })],
    });
    expect(first(z.object({ name: z.string() }), {})).toEqual({
      message: 'is missing: must be a text',
      phrases: [phrase('rules.isMissing'), phrase('rules.mustBe', { kind: 'string' })],
    });
  });

  it('is data where a check has values in its text', () => {
    const webhook = { name: 'a', url: 'https://a.example', inputs: ['x', 'x'], headers: [{ name: 'Host' }] };
    const { issues } = typedWebhook.safeParse(webhook).error!;
    expect(issues.map((issue) => phrasesOfIssue(issue, 'given'))).toEqual([
      [phrase('findings.headerOfConnection', { name: 'Host' })],
      [phrase('findings.occursTwice')],
    ]);
  });

  it('is data where the schema has a rule of its own, and English alone where that is no phrase', () => {
    expect(first(requiredText(), ' ').phrases).toEqual([phrase('rules.blank')]);
    expect(first(z.string().regex(/a/, 'needs an a'), 'b').phrases).toBeUndefined();
  });
});
