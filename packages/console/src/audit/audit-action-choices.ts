import { auditActions } from '@gatehouse/contract/audit-actions';
import { actName } from '../cases/action-titles.ts';
import { currentLocale, text } from '../messages/text.ts';
import { labelOf } from '../ui/format.ts';

interface ActionGroup {
  readonly group: string;
  readonly items: { readonly value: string; readonly label: string }[];
}

/** Every action that is recorded, by what it was done to; parts of a thing, as the entries of a list, are with it. */
export function actionChoices(): ActionGroup[] {
  const nouns = Object.entries<readonly string[]>(auditActions);
  const byGroup = Map.groupBy(nouns, ([noun]) => {
    const [whole = noun] = noun.split('_');
    return Object.hasOwn(auditActions, whole) ? whole : noun;
  });
  const groups = [...byGroup].map(([group, members]) => ({
    group: labelOf(group),
    items: members.flatMap(([noun, verbs]) => choicesOf(noun, verbs)),
  }));
  return groups.toSorted((one, other) => one.group.localeCompare(other.group, currentLocale()));
}

function choicesOf(noun: string, verbs: readonly string[]) {
  const each = verbs.map((verb) => ({ value: `${noun}.${verb}`, label: actName(`${noun}.${verb}`) }));
  if (verbs.length === 1) return each;
  // The service takes `case.` for all actions on cases.
  return [{ value: `${noun}.`, label: text('audit.anyAction', { object: labelOf(noun) }) }, ...each];
}
