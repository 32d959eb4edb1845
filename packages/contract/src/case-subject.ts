import type { CaseDetail } from './console/cases.ts';

/**
 * What the subject of a case is called, on its page and in its report: by its name, or by that of its company where a
 * workflow asks for that alone.
 */
export function nameOfSubject({
  subject,
  customerName,
  customerId,
}: Pick<CaseDetail, 'subject' | 'customerName' | 'customerId'>): string {
  return statedText(subject['name']) ?? customerName ?? statedText(subject['companyName']) ?? customerId;
}

/** A stated text, or several with commas. */
export function statedText(value: unknown): string | undefined {
  const texts = (Array.isArray(value) ? value : [value]).filter(
    (one) => typeof one === 'string' && one.trim() !== '',
  );
  return texts.length === 0 ? undefined : texts.join(', ');
}
