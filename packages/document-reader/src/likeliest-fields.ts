import type {
  CheckDigit,
  DocumentField,
  DocumentFields,
  MrzReading,
  PrintedValue,
  ReadValue,
} from './document-reading.ts';
import { isSameValue } from './same-value.ts';

/** Which digit speaks for a field; the others have none. */
const digitOf: Readonly<Partial<Record<DocumentField, CheckDigit>>> = {
  documentNumber: 'documentNumber',
  dateOfBirth: 'birthDate',
  expiryDate: 'expiry',
  personalNumber: 'optional',
};

/** Of the zone and the print, the likelier value of each field: the zone's wherever it has one. */
export function likeliestFields(
  mrz: MrzReading | null,
  printed: Readonly<Partial<Record<DocumentField, PrintedValue>>>,
): Readonly<Partial<Record<DocumentField, ReadValue>>> {
  const inZone: DocumentFields = mrz?.fields ?? {};
  const names = new Set([...Object.keys(inZone), ...Object.keys(printed)] as DocumentField[]);
  return Object.fromEntries(
    [...names].map((field) => {
      const print = printed[field]?.value;
      const value = inZone[field] ?? print!;
      const digit = digitOf[field];
      const isChecked =
        digit !== undefined && mrz?.checkDigits[digit] === 'ok' && inZone[field] !== undefined;
      const agrees = print !== undefined && inZone[field] !== undefined && isSameValue(field, value, print);
      return [field, { value, sure: isChecked || agrees }];
    }),
  );
}
