import { describe, expect, it } from 'vitest';
import { AnswerLabels } from './answer-labels.ts';
import { ReferenceDirectory } from './reference-directory.ts';

describe('an answer of an end user', () => {
  const labels = new AnswerLabels(new ReferenceDirectory({} as never), 'demo');

  it('has the codes of what was chosen beside its English words', () => {
    expect(labels.answer('idType', 'DE_PASSPORT')).toEqual({
      field: 'idType',
      label: 'Identity document type',
      isOwnLabel: false,
      value: 'Passport of Germany',
      coded: {
        list: 'platform_document_master',
        choices: [{ code: 'DE_PASSPORT', name: 'Passport of Germany' }],
      },
    });
    expect(labels.answer('sourceOfFunds', ['SALARY', 'SAVINGS'])?.coded).toMatchObject({
      list: 'platform_source_of_funds',
      choices: [{ code: 'SALARY' }, { code: 'SAVINGS' }],
    });
    expect(labels.answer('politicallyExposed', true)).toMatchObject({
      value: 'Yes',
      coded: { list: 'boolean', choices: [{ code: 'true', name: 'Yes' }] },
    });
    expect(labels.answer('role', 'BENEFICIAL_OWNER')?.coded).toEqual({
      list: 'role',
      choices: [{ code: 'BENEFICIAL_OWNER', name: 'Beneficial owner' }],
    });
  });

  it('has none of a text, whatever it says', () => {
    expect(labels.answer('name', 'JANE DOE')).toMatchObject({ value: 'JANE DOE', coded: null });
    expect(labels.answer('website', '')).toBeUndefined();
    expect(labels.answer('name', null)).toBeUndefined();
  });
});
