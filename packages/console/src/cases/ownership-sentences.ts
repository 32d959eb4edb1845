import { listTitle } from '../hits/list-titles.ts';
import { knownServiceText, serviceText } from '../messages/service-sentence.ts';
import { text } from '../messages/text.ts';
import { listText } from '../ui/format.ts';

/** A reason of one regime in the language of the page, with names of lists for their ids. */
export function regimeReason(reason: string): string {
  // At its end it may name the lists that state a holding.
  const [, said = reason, sources] = /^(.*?)(?: \(([\w-]+(?:, [\w-]+)*)\))?$/s.exec(reason) ?? [];
  const titled = knownServiceText('regime', said, (_, value) => noted(value)) ?? noted(said);
  return sources === undefined
    ? titled
    : text('entities.noted', { text: titled, notes: listText(sources.split(', ').map(listTitle)) });
}

/** The same of a reason that begins with its regime: `EU: owners of Acme are not stated`. */
export function regimeCaution(reason: string): string {
  const [, regime, said] = /^([A-Z]+): (.+)$/s.exec(reason) ?? [];
  return regime === undefined || said === undefined
    ? regimeReason(reason)
    : text('entities.labelled', { name: regime, value: regimeReason(said) });
}

/** What a structure states that does not fit together. */
export function structureFinding(finding: string): string {
  return serviceText('structure', finding);
}

/** What changed in a structure since the one before. */
export function ownershipChange(change: string): string {
  return serviceText('change', change);
}

/** Names of parties with why they count, such as `Acme (hit on UN, unresolved)`. */
function noted(names: string): string {
  return names.replaceAll(
    / \(((?:hit|true match) on [\w-]+(?:, (?:hit|true match) on [\w-]+)*)(, unresolved)?\)/g,
    (_, hits: string, open: string | undefined) => {
      const each = listText(
        hits.split(', ').map((hit) => serviceText('note', hit, (__, list) => listTitle(list))),
      );
      const notes = open === undefined ? each : serviceText('note', `${each}, unresolved`);
      // What is before the bracket stays where it is.
      return text('entities.noted', { text: '', notes });
    },
  );
}
