import { readFileSync } from 'node:fs';
import { pictureWords } from '@gatehouse/ownership/picture';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { drawnDocument } from './drawn-document.ts';
import type { ReportDocument, ReportFiles } from './report-blocks.ts';
import { readablePictures } from './report-pictures.ts';
import { readTypefaces } from './typefaces.ts';

/** A folder that need not be there: typst reads nothing but what it is given. */
const folder = process.platform === 'win32' ? 'C:\\report' : '/report';
/** Draws a report as PDF/A-2u, one without a date as PDF 1.7. Pictures are decoded and made smaller first; one that cannot be read is named in its place. */
export async function renderReport(document: ReportDocument, files: ReportFiles): Promise<Uint8Array> {
  const typefaces = readTypefaces(JSON.stringify([document, pictureWords[document.language]]));
  const pictures = await readablePictures(document, files);
  const compiler = NodeCompiler.create({
    workspace: folder,
    fontArgs: [{ fontBlobs: [...typefaces.blobs] }],
  });
  const drawn = drawnDocument(pictures.document, {
    has: typefaces.has,
    isMirrored: document.language === 'ar',
  });
  // As data beside the source, never in it: no text can be read as markup.
  const data = JSON.stringify({ ...drawn, typefaces: typefaces.families });
  compiler.mapShadow(`${folder}/report.json`, Buffer.from(data));
  for (const [name, bytes] of pictures.files) compiler.mapShadow(`${folder}/${name}`, Buffer.from(bytes));
  const source = readFileSync(new URL('./report.typ', import.meta.url), 'utf8');
  const compiled = compiler.compile({ mainFileContent: source });
  if (compiled.result === null) {
    throw new Error(`the report cannot be drawn: ${JSON.stringify(compiled.takeError()?.shortDiagnostics)}`);
  }
  const { createdAt } = document;
  // PDF/A demands a date.
  const dated = { pdfStandard: 'a-2u', creationTimestamp: Math.floor((createdAt ?? 0) / 1000) } as const;
  return compiler.pdf(compiled.result, createdAt === undefined ? { pdfStandard: '1.7' } : dated);
}
