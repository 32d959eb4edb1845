import type { CaseAlert, ConsoleBody } from '@gatehouse/contract';
import type { HitGroup } from '../hits/entity-groups.ts';

type RuledAlert = Pick<CaseAlert, 'alertId' | 'ruling'>;

/**
 * A hit as it was shown, for a ruling on it. Numbers of rulings are those that the service gave: a ruling that the page shows
 * before the service has answered has none.
 */
export function shownHit(
  { lead, otherEntries }: Pick<HitGroup, 'lead' | 'otherEntries'>,
  of: {
    /** Alerts as the service had sent them when the hit was shown. */
    readonly shown: readonly RuledAlert[];
    /** The same as the service sent them last. */
    readonly latest: readonly RuledAlert[];
    /** Alerts that were shown with a ruling of this person that had no answer yet. */
    readonly replaced: ReadonlySet<string>;
    /** Of who rules. */
    readonly email: string;
  },
): ConsoleBody<'cases.ruleAll'>['hits'][number] {
  const revisionOf = (alertId: string): number | null => {
    const rulingIn = (alerts: readonly RuledAlert[]) => alerts.find((one) => one.alertId === alertId)?.ruling;
    const own = of.replaced.has(alertId) ? rulingIn(of.latest) : undefined;
    // What somebody else ruled meanwhile was not shown.
    return (own?.ruledBy === of.email ? own : rulingIn(of.shown))?.revision ?? null;
  };
  return {
    alertId: lead.alertId,
    entries: [lead, ...otherEntries].map(({ alertId, entityId }) => ({
      entityId,
      rulingRevision: revisionOf(alertId),
    })),
  };
}
