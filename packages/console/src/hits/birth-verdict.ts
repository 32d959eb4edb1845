/** How exactly two dates of birth agree; `entities.birth-…` are its words. */
type BirthVerdict = 'agrees' | 'possible' | 'same-year' | 'same-month' | 'same-date' | 'swapped';

/** By the line of the score that compared them, such as `1980-03-02 fits 1980`. */
export function birthVerdict(detail: string): BirthVerdict {
  const [one, other] = detail.split(' fits ');
  if (one === undefined || other === undefined) return 'agrees';
  const coarser = Math.min(exactness(one), exactness(other));
  if (coarser < 4) return 'possible';
  if (coarser === 4) return 'same-year';
  if (coarser === 7) return 'same-month';
  return one === other ? 'same-date' : 'swapped';
}

/** Characters of a date that is `1980`, `1980-03` or `1980-03-02`; 0 of a span and of an approximate date. */
function exactness(date: string): number {
  return /^\d{4}(?:-\d{2}){0,2}$/.test(date) ? date.length : 0;
}
