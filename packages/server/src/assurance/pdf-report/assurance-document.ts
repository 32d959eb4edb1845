import type { ReportBlock, ReportDocument, ReportFiles } from '../../pdf/index.ts';
import type { AssuranceReport } from '../run/report.ts';
import { AssuranceLanguage } from './assurance-language.ts';
import type { AssuranceSource } from './assurance-source.ts';
import { demandBlocks, limitBlocks, methodBlocks, testedBlocks, verifyBlocks } from './basis-blocks.ts';
import { belowBlocks } from './below-blocks.ts';
import {
  alertBlocks,
  factBlocks,
  figureBlocks,
  listBlocks,
  lowestBlocks,
  wayBlocks,
} from './figure-blocks.ts';
import { missedBlocks } from './missed-blocks.ts';
import { thresholdBlocks } from './threshold-blocks.ts';

/** The colour of reports of nobody who has one. */
export const plainColor = '#2f3a45';

/** The report of a test of screening, as a supervisor reads it. It has no time: when it was made is in the attestation. */
export function assuranceDocument(source: AssuranceSource): ReportDocument {
  const { report, sha256, brand, letterhead } = source;
  const language = new AssuranceLanguage(source.language);
  const { words, general } = language;
  const engine = general.label(report.settings.engine);
  const { sections } = words;
  const parts: [string, readonly ReportBlock[]][] = [
    [sections.tested, testedBlocks(report, language)],
    [sections.method, methodBlocks(report, language)],
    [sections.figures, figureBlocks(report, language)],
    [sections.byFact, factBlocks(report, language)],
    [sections.byList, listBlocks(report, language)],
    [sections.byWay, wayBlocks(report, language)],
    [sections.lowest, lowestBlocks(report, language)],
    [sections.alerts, alertBlocks(report, language)],
    [sections.threshold, thresholdBlocks(report, language)],
    [sections.below, belowBlocks(report, source.estimate, language)],
    [sections.missed, missedBlocks(report, language)],
    [sections.limits, limitBlocks(source, language)],
    [sections.demands, demandBlocks(language)],
    [sections.verify, verifyBlocks(source, language)],
  ];
  return {
    title: words.title(engine),
    description: words.description({ engine, sha256 }),
    language: source.language,
    brand,
    letterhead,
    kicker: words.kicker,
    subject: words.subject(engine),
    facts: factsOf(source, language),
    decision: { tone: 'neutral', title: words.result.title, text: resultText(report, language) },
    notices: [],
    runningHead: words.subject(engine),
    footer: words.footer(sha256),
    pageOf: general.texts.pageOf,
    sections: parts.flatMap(([title, blocks]) => (blocks.length === 0 ? [] : [{ title, blocks }])),
  };
}

function resultText({ pack, recall, alerts }: AssuranceReport, language: AssuranceLanguage): string {
  const { result } = language.words;
  return [
    ...(pack.file === null
      ? [result.exact(language.share(recall.exact)), result.altered(language.share(recall.altered))]
      : [result.own(language.share(recall.all))]),
    result.alerts(language.share(alerts.all)),
    result.noJudgement,
  ].join('\n');
}

function factsOf(
  { report, sha256, isAttested }: AssuranceSource,
  language: AssuranceLanguage,
): ReportDocument['facts'] {
  const { settings, pack, records } = report;
  const { words, general } = language;
  const { facts } = words;
  const { workflow } = settings;
  return [
    [
      facts.settings,
      Object.keys(settings.engineSettings).length === 0
        ? facts.defaults
        : general.settings({ [settings.engine]: settings.engineSettings }),
    ],
    [
      facts.settingsFrom,
      workflow === null
        ? facts.chosen
        : facts.workflow({
            workflow: workflow.workflowId,
            version: String(workflow.version),
            node: workflow.nodeId,
          }),
    ],
    [facts.listed, general.number(records.listed)],
    [facts.clean, general.number(records.clean)],
    pack.file === null ? [facts.seed, String(pack.seed)] : [facts.file, pack.file],
    [facts.time, isAttested ? facts.timeAttested : facts.timeUnknown],
    [facts.hash, sha256],
  ];
}

/** Nothing but texts, and the logo of the tenant. */
export function assuranceFiles(logo: Uint8Array | undefined): ReportFiles {
  return new Map(logo === undefined ? [] : [['logo', logo]]);
}
