import { expect, it } from 'vitest';
import { brokenText } from './reference-check.ts';

const published = {
  definition: { name: 'Onboarding', nodes: [{ id: 'forms', title: 'Declarations' }, { id: 'stop' }] },
  workflowId: 'onboarding',
  domain: 'retail',
};
const fault = { place: 'nodes', message: 'no form PEP' };

it.each([
  ['forms', 'published workflow “Onboarding” (retail), step “Declarations”, would break: no form PEP'],
  ['stop', 'published workflow “Onboarding” (retail), step “stop”, would break: no form PEP'],
  [undefined, 'published workflow “Onboarding” (retail) would break: nodes: no form PEP'],
])('names the workflow and its step: %s', (node, text) => {
  expect(brokenText(published, { ...fault, node })).toBe(`${text}. Change and publish that workflow first`);
});
