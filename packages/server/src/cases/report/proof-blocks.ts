import { renderSVG } from 'uqr';
import type { ReportBlock } from '../../pdf/index.ts';
import type { ReportSource } from './report-source.ts';

/** What ties the report to the evidence bundle: the hash of the state of the case, to be read and to be scanned. */
export function proofBlocks({ whole, stateSha256, language }: ReportSource): ReportBlock[] {
  const words = language.texts.proof;
  return [
    {
      kind: 'mark',
      svg: renderSVG(`sha256:${stateSha256}`, { border: 2 }),
      alt: words.alt,
      text: words.text(whole.caseNo),
      hash: words.hash(stateSha256),
      check: { title: words.check, text: words.steps },
    },
  ];
}
