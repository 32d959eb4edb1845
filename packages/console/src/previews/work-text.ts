import { text } from '../messages/text.ts';
import { durationText, formatNumber } from '../ui/format.ts';
import type { PreviewFigures } from './preview-queries.ts';

/** Hours of review that the alerts ask for at the domain's own pace. */
export function workText({ appearing, pace }: Pick<PreviewFigures, 'appearing' | 'pace'>): string {
  return hoursText(appearing.customers, pace);
}

/** The same for so many cases. */
export function hoursText(cases: number, pace: PreviewFigures['pace']): string {
  if (pace === null) return text('previews.unknown');
  const hours = (cases * pace.medianMs) / 3_600_000;
  return text('previews.hours', { hours: formatNumber(Math.round(hours * 10) / 10) });
}

/** At what pace the hours are reckoned. */
export function paceText(pace: PreviewFigures['pace']): string {
  return pace === null
    ? text('previews.paceUnknown')
    : text('previews.pace', { time: durationText(pace.medianMs), count: pace.cases });
}
