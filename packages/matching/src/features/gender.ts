import { CORROBORATION } from '../weights.ts';
import type { Corroboration } from './feature.ts';

const NAMES = { M: 'male', F: 'female' };

export const gender: Corroboration = {
  feature: 'gender',
  ...CORROBORATION.gender,
  evaluate(subject, entity) {
    if (!subject.gender || !entity.gender || entity.type !== 'individual') return undefined;
    const same = subject.gender === entity.gender;
    return {
      agreement: same ? 1 : -1,
      detail: same
        ? `both ${NAMES[subject.gender]}`
        : `${NAMES[subject.gender]} against ${NAMES[entity.gender]}`,
    };
  },
};
