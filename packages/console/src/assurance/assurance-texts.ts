import type { ConsoleData } from '@gatehouse/contract';
import { settingsText } from '../hits/engine-settings.ts';
import { engineTitles } from '../hits/list-titles.ts';
import { currentLocale, text, textIfKnown } from '../messages/text.ts';
import { percentText } from '../ui/format.ts';

export type Run = ConsoleData<'assurance.list'>['runs'][number];
export type Report = NonNullable<ConsoleData<'assurance.read'>['report']>;
export type Share = Report['recall']['all'];

const signed = new Intl.NumberFormat(currentLocale(), {
  signDisplay: 'exceptZero',
  maximumFractionDigits: 2,
});
/** As many decimals as scores have: rounded, one just below a threshold would be shown as the threshold. */
const score = new Intl.NumberFormat(currentLocale(), { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** A score from 0 to 1 as the language writes it. */
export function scoreText(value: number): string {
  return score.format(value);
}

/** `98.2%`, or a dash where there is nothing to count. */
export function shareOrNone(percent: number | null): string {
  return percent === null ? '–' : percentText(percent);
}

export function boundsText({ lower, upper }: Share): string {
  return lower === null || upper === null
    ? ''
    : text('assurance.bounds', { lower: percentText(lower), upper: percentText(upper) });
}

/** `+1.2 points` of a share against another one; undefined where one of them counts nothing. */
export function changeText(now: Share, then: Share | undefined): string | undefined {
  if (now.percent === null || then === undefined || then.percent === null) return undefined;
  return text('assurance.points', { points: signed.format(now.percent - then.percent) });
}

export function engineText({ settings }: Pick<Run, 'settings'>): string {
  return text('hits.engineSettings', {
    engine: engineTitles[settings.engine],
    settings: settingsText(settings.engineSettings),
  });
}

export function workflowText({ settings: { workflow } }: Pick<Run, 'settings'>): string | undefined {
  return workflow === null
    ? undefined
    : text('assurance.fromWorkflow', {
        workflow: workflow.workflowId,
        version: String(workflow.version),
        node: workflow.nodeId,
      });
}

export function factText(fact: string): string {
  return text(`assurance.fact-${fact as 'primary'}`);
}

/** What an alteration or a kind of control record is called; those of a tenant's own file as the file calls them. */
export function wayText(way: string): string {
  return textIfKnown(`assurance.way-${way}`) ?? way;
}

export function typeText(type: string): string {
  return text(`assurance.type-${type as 'individual'}`);
}
