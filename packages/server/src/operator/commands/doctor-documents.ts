import { createDocumentReader, tesseractInstallHint } from '@gatehouse/document-reader';
import { type Finding, findingsOf } from './doctor-finding.ts';

const documents = findingsOf('documents');

/** Whether identity documents can be read. Without it people type what is on theirs. */
export async function checkDocuments(command?: string): Promise<Finding[]> {
  const reader = createDocumentReader(command === undefined ? {} : { tesseract: command });
  try {
    const { tesseract } = await reader.available();
    return [
      tesseract === null
        ? documents.warning(
            `tesseract with its English data is not installed: identity documents are not read; ${tesseractInstallHint}`,
          )
        : documents.ok(`identity documents are read by tesseract ${tesseract}`),
    ];
  } finally {
    await reader.close();
  }
}
