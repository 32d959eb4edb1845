import type { CaseDetail } from '@gatehouse/contract';

/** What the customer of a case is called: by its name, or by that of its company where a workflow asks for that alone. */
export function nameOfSubject(
  caseDetail: Pick<CaseDetail, 'subject' | 'customerName' | 'customerId'>,
): string {
  const { subject, customerName, customerId } = caseDetail;
  return textOf(subject['name']) ?? customerName ?? textOf(subject['companyName']) ?? customerId;
}

/** A stated text, or several with commas. */
export function textOf(value: unknown): string | undefined {
  const texts = (Array.isArray(value) ? value : [value]).filter(
    (one) => typeof one === 'string' && one.trim() !== '',
  );
  return texts.length === 0 ? undefined : texts.join(', ');
}
