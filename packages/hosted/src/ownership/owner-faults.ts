import type { FieldFault, Owner } from '@gatehouse/contract';
import { faultText } from '../fields/fault-text.ts';
import type { Translator } from '../messages/translator.ts';
import type { SummaryEntry } from '../ui/error-summary.tsx';

/** Faults of owners, at places such as `owners[3].percent` or `owners`, as entries that lead to the owner. */
export function ownerFaultEntries(
  words: Translator,
  owners: readonly Owner[],
  faults: readonly FieldFault[],
): SummaryEntry[] {
  return faults.map((fault) => {
    const [, index, field = ''] = /^owners\[(\d+)\]\.?(\w*)$/.exec(fault.field) ?? [];
    const owner = index === undefined ? undefined : owners[Number(index)];
    return {
      controlId: owner ? `owner-${owner.ownerId}` : 'add-owner',
      label: owner?.name ?? words.text('ownersCustomer'),
      message: ownerFaultText(words, { fault, owner, field }),
    };
  });
}

interface OwnerFault {
  readonly fault: FieldFault;
  readonly owner: Owner | undefined;
  readonly field: string;
}

function ownerFaultText(words: Translator, { fault, owner, field }: OwnerFault): string {
  const { rule, params } = fault;
  if (rule === 'sum') {
    return owner
      ? words.text('ownersFault_sum', { name: owner.name })
      : words.text('ownersFault_sumCustomer');
  }
  if (rule === 'minItems') return words.text('ownersFault_none');
  if (rule === 'maxDepth') return words.counted('ownersTooDeep', Number(params['maxDepth'] ?? 0));
  if (rule === 'cycle') return words.text('ownersFault_cycle');
  if (rule === 'ownersAgain') return words.text('ownersFault_ownersAgain', { name: owner?.name ?? '' });
  if (rule === 'sameNumber') {
    return words.text('ownersFault_sameNumber', {
      name: owner?.name ?? '',
      other: String(params['name'] ?? ''),
    });
  }
  return faultText(words, { field, type: field === 'dateOfBirth' ? 'partialDate' : 'string' }, fault);
}
