import type { ClassificationKey } from '@gatehouse/contract';
import { readClassification } from './classification.ts';
import { readEntityLegalForms } from './entity-legal-forms.ts';
import { type ImportFile, oneFault, type ReadImport } from './import-result.ts';

/** Publishers' files are below 1 MB; far beyond that it is another file. */
export const maxImportBytes = 20 * 1024 * 1024;

/** Reads a publisher's file for a key. Everything that is wrong in it is a value. */
export async function readImport(key: ClassificationKey, file: ImportFile): Promise<ReadImport> {
  if (file.content.length > maxImportBytes) {
    return oneFault(`has ${file.content.length} bytes: at most ${maxImportBytes} are read`);
  }
  if (file.content.length === 0) return oneFault('is empty');
  if (key === 'platform_entity_types') return readEntityLegalForms(file);
  return readClassification(key, file);
}
