import { readFileSync } from 'node:fs';
import { pictureWords } from '@gatehouse/ownership/picture';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { drawForPaper } from './ownership-drawing.ts';
import type { ReportDocument, ReportFiles } from './report-blocks.ts';
import { readablePictures } from './report-pictures.ts';
import { isRightToLeft, shownText } from './shown-text.ts';
import { readTypefaces } from './typefaces.ts';

/** A folder that need not be there: typst reads nothing but what it is given. */
const folder = process.platform === 'win32' ? 'C:\\report' : '/report';
/** Members whose texts are data of the renderer itself. */
const ownMembers = new Set([
  'svg',
  'kind',
  'tone',
  'color',
  'file',
  'logo',
  'language',
  'pageOf',
  'paper',
  'drawn',
  'anchor',
]);

/** Draws a report as PDF/A-2u. Pictures are decoded and made smaller first; one that cannot be read is named in its place. */
export async function renderReport(document: ReportDocument, files: ReportFiles): Promise<Uint8Array> {
  const typefaces = readTypefaces(JSON.stringify([document, pictureWords[document.language]]));
  const pictures = await readablePictures(document, files);
  const compiler = NodeCompiler.create({
    workspace: folder,
    fontArgs: [{ fontBlobs: [...typefaces.blobs] }],
  });
  const shown = shownValue(withDrawings(pictures.document, typefaces.has), '', {
    has: typefaces.has,
    isMirrored: document.language === 'ar',
  });
  // As data beside the source, never in it: no text can be read as markup.
  const data = JSON.stringify({ ...(shown as object), typefaces: typefaces.families });
  compiler.mapShadow(`${folder}/report.json`, Buffer.from(data));
  for (const [name, bytes] of pictures.files) compiler.mapShadow(`${folder}/${name}`, Buffer.from(bytes));
  const source = readFileSync(new URL('./report.typ', import.meta.url), 'utf8');
  const compiled = compiler.compile({ mainFileContent: source });
  if (compiled.result === null) {
    throw new Error(`the report cannot be drawn: ${JSON.stringify(compiled.takeError()?.shortDiagnostics)}`);
  }
  return compiler.pdf(compiled.result, {
    pdfStandard: 'a-2u',
    creationTimestamp: Math.floor(document.createdAt / 1000),
  });
}

/** The document with each ownership drawn: only here it is known which characters can be. */
function withDrawings(document: ReportDocument, has: (codePoint: number) => boolean) {
  const { language } = document;
  return {
    ...document,
    sections: document.sections.map((section) => ({
      ...section,
      blocks: section.blocks.map((block) =>
        block.kind === 'ownership' ? drawForPaper(block.data, { language, has }) : block,
      ),
    })),
  };
}

interface TextRules {
  readonly has: (codePoint: number) => boolean;
  /** Whether the page runs from right to left. */
  readonly isMirrored: boolean;
}

/** The document with every text as it is drawn; one from right to left says so. */
function shownValue(value: unknown, member: string, rules: TextRules): unknown {
  if (typeof value === 'string') {
    if (ownMembers.has(member)) return value;
    const text = shownText(value, rules.has);
    return isRightToLeft(text, rules.isMirrored) ? { text, isRightToLeft: true } : text;
  }
  if (Array.isArray(value)) return value.map((each) => shownValue(each, member, rules));
  if (value === null || typeof value !== 'object') return value;
  if ('text' in value && !('kind' in value) && !('title' in value)) {
    const { text, ...marks } = value as { text: string };
    const shown = shownText(text, rules.has);
    return {
      ...marks,
      text: shown,
      ...(isRightToLeft(shown, rules.isMirrored) ? { isRightToLeft: true } : {}),
    };
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, shownValue(each, name, rules)]),
  );
}
