import type { ClassificationKey } from '@gatehouse/contract';
import type { Actor } from '../audit/index.ts';
import type { Database } from '../database/index.ts';
import type { Egress } from '../lib/egress.ts';
import { type ImportOutcome, importReference } from './import-reference.ts';
import { maxImportBytes } from './read-import.ts';

/** Where each publisher offers the newest edition that is known here; an operator may name another address. */
export const publisherUrls: Readonly<Record<ClassificationKey, string>> = {
  platform_ssic:
    'https://www.singstat.gov.sg/-/media/files/standards_and_classifications/industrial_classification/ssic2025-classification-structure.xlsx',
  platform_ssoc:
    'https://www.singstat.gov.sg/-/media/files/standards_and_classifications/occupational_classification/ssoc2024-classification-structure.xlsx',
  platform_entity_types:
    'https://www.gleif.org/lei-data/code-lists/iso-20275-entity-legal-forms-code-list/2023-09-28-elf-code-list-v1.5.csv',
};

export type UpdateOutcome =
  | ImportOutcome
  | { readonly kind: 'failed'; readonly key: ClassificationKey; readonly message: string };

const deadlineMs = 60_000;

/** Fetches a key's file from its publisher and imports it; what was active stays where that fails. */
export async function updateReference(
  database: Database,
  { key, url, egress, actor }: { key: ClassificationKey; url: string; egress: Egress; actor: Actor },
): Promise<UpdateOutcome> {
  const failed = (message: string): UpdateOutcome => ({ kind: 'failed', key, message: `${url} ${message}` });
  const result = await egress.send({
    method: 'GET',
    url,
    headers: [],
    body: undefined,
    isIdempotent: true,
    deadlineMs,
    maxResponseBytes: maxImportBytes,
  });
  if (result.kind === 'failure') return failed(`could not be fetched: ${result.message}`);
  if (result.status !== 200) return failed(`answered HTTP ${result.status}`);
  if (result.truncated) return failed(`is larger than ${maxImportBytes} bytes, or was cut short`);
  const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
  return importReference(database, { key, file: { name, content: result.body }, actor });
}
