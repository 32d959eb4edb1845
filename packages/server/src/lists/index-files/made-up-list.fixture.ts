/** A made-up list in the UN's format, for tests: real enough to be parsed, plainly no real people. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface MadeUpPerson {
  readonly id: number;
  readonly first: string;
  readonly last: string;
  /** `YYYY-MM-DD`. */
  readonly birthDate?: string;
}

/** The list as XML. */
export function madeUpList(people: readonly MadeUpPerson[], generatedAt = '2026-02-27T00:00:00Z'): string {
  const individuals = people.map(
    ({ id, first, last, birthDate }) => `
    <INDIVIDUAL>
      <DATAID>${id}</DATAID>
      <FIRST_NAME>${first}</FIRST_NAME>
      <SECOND_NAME>${last}</SECOND_NAME>
      <UN_LIST_TYPE>Testland</UN_LIST_TYPE>
      <INDIVIDUAL_DATE_OF_BIRTH>${birthDate ? `<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>${birthDate}</DATE>` : ''}</INDIVIDUAL_DATE_OF_BIRTH>
    </INDIVIDUAL>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="${generatedAt}">
  <INDIVIDUALS>${individuals.join('')}
  </INDIVIDUALS>
</CONSOLIDATED_LIST>
`;
}

/** Writes a list file with its folders. */
export async function writeListFile(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
