import { type Phrase, phrase, wordPhrases } from '@gatehouse/contract';
import { expect, it } from 'vitest';
import { brokenBy } from './reference-check.ts';

const published = {
  definition: { name: 'Onboarding', nodes: [{ id: 'forms', title: 'Declarations' }, { id: 'stop' }] },
  workflowId: 'onboarding',
  domain: 'retail',
};
const fault = { place: 'nodes', message: 'no form PEP' };

it.each([
  ['forms', 'published workflow “Onboarding” (retail), step “Declarations”, would break: no form PEP'],
  ['stop', 'published workflow “Onboarding” (retail), step “stop”, would break: no form PEP'],
  [undefined, 'published workflow “Onboarding” (retail) would break at nodes: no form PEP'],
])('names the workflow and its step: %s', (node, text) => {
  expect(brokenBy(published, { ...fault, node }).message).toBe(
    `${text}: change and publish that workflow first`,
  );
});

it('is data too where the fault of the workflow is', () => {
  const noForm = phrase('findings.noForm', { name: 'PEP', meant: '', known: ['OTHER'] });
  const { message, phrases } = brokenBy(published, {
    place: 'nodes',
    node: 'forms',
    message: wordPhrases(noForm),
    phrases: [noForm],
  });
  expect(wordPhrases(phrases as readonly Phrase[])).toBe(message);
  expect(brokenBy(published, fault)).not.toHaveProperty('phrases');
});
