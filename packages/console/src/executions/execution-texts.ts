import { currentLocale, text } from '../messages/text.ts';
import { formatNumber, listText } from '../ui/format.ts';

/** The name of a workflow with its version: `KYC screening, version 3`; its ID where the version is not known. */
export function workflowText(of: {
  readonly workflowId: string;
  readonly workflowName: string | null;
}): string {
  return of.workflowName === null
    ? of.workflowId
    : text('executions.version', {
        workflow: of.workflowName,
        version: of.workflowId.split('@').at(-1) ?? '',
      });
}

const units: Readonly<Record<string, string>> = {
  W: 'week',
  D: 'day',
  H: 'hour',
  M: 'minute',
  S: 'second',
};

/** `PT1H30M` as `1 hr 30 min`, as the language writes it; a workflow has no months. */
export function isoDurationText(duration: string): string {
  const parts = [...duration.matchAll(/([\d.]+)([WDHMS])/g)];
  return parts.map(([, amount, unit]) => unitText(Number(amount), units[unit!]!)).join(' ');
}

/** An amount with its unit in short: `340 ms`. */
export function unitText(amount: number, unit: string): string {
  return new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, unitDisplay: 'short' }).format(amount);
}

/** Items that are shown, and how many more there are. */
export function listWithMore(items: readonly string[], count = items.length): string {
  const more = count - items.length;
  return more > 0 ? text('executions.andMore', { items: listText(items), more }) : listText(items);
}

/** Entries that match, and those that earlier rulings suppressed. */
export function entriesText(entries: number, suppressed: number): string {
  return suppressed === 0
    ? formatNumber(entries)
    : text('executions.entriesSuppressed', { entries, suppressed });
}

/** Points of a reason, as `+40`. */
export function pointsText(points: number | null): string {
  if (points === null) return text('executions.pointsUnknown');
  return points > 0 ? `+${points}` : String(points).replace('-', '−');
}
