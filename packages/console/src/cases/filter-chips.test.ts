import { expect, it } from 'vitest';
import { fieldChips } from './filter-chips.tsx';

it('names a group as it is called, and several lists beside each other', () => {
  const labels = fieldChips({ view: 'open', group: 'Berlin,first line', country: 'NZ,SG' }).map(
    ({ label }) => label,
  );
  expect(labels).toEqual(['Group: Berlin,first line', 'Country: New Zealand, Singapore']);
});
