import { expect, it } from 'vitest';
import { optionLabels } from './field-labels.ts';

it('names the options that it knows, whatever the others are', () => {
  expect(optionLabels(['STRONG', 'OF_A_LATER_RELEASE'])).toEqual({
    STRONG: 'Strong',
    OF_A_LATER_RELEASE: 'OF_A_LATER_RELEASE',
  });
  expect(optionLabels(['OF_A_LATER_RELEASE'])).toBeUndefined();
});
