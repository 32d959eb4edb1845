import { expect, it } from 'vitest';
import { fieldHint, fieldTitle, optionLabels } from './field-labels.ts';

it('names the options that it knows, whatever the others are', () => {
  expect(optionLabels(['STRONG', 'OF_A_LATER_RELEASE'])).toEqual({
    STRONG: 'Strong',
    OF_A_LATER_RELEASE: 'OF_A_LATER_RELEASE',
  });
  expect(optionLabels(['OF_A_LATER_RELEASE'])).toBeUndefined();
});

it('names a key as its form does, and else as every form', () => {
  expect([fieldTitle('required'), fieldTitle('timeoutMs'), fieldTitle('ofLaterRelease')]).toEqual([
    'Required',
    'Timeout (ms)',
    'Of later release',
  ]);
  expect(fieldHint('inputs', 'definition')).toBe('The top-level keys of the JSON body.');
  expect(fieldHint('inputs', 'webhook')).toContain('One expression for each input');
});
