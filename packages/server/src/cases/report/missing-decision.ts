import type { CaseHit } from '../case-hits.ts';
import { bindingMatches } from '../resolution-rules.ts';
import { personText } from './report-people.ts';
import type { ReportSource } from './report-source.ts';

/** Most hits that a sentence names. */
const maxNamed = 5;

/** Of an open case: who has it, and what is missing before it can be decided. */
export function missingLines(source: ReportSource): string[] {
  const { whole, hits, language } = source;
  const words = language.texts.decision.missing;
  const unresolved = hits.filter(({ resolution }) => resolution === null);
  const matches = bindingMatches('approve', hits);
  const takes = (rule: CaseHit['rule']) => matches.filter((hit) => hit.rule === rule);
  const rejected = takes('reject-only');
  // Where only rejection is left, nobody needs to know what approving takes.
  const [second, own] = rejected.length > 0 ? [[], []] : [takes('second-person'), takes('own-words')];
  const following = whole.groups.slice(whole.groupIndex + 1);
  const named = (of: readonly CaseHit[]) => namesOf(of, source);
  return [
    whole.assignee === null ? words.nobody : words.assigned(personText(whole.assignee, source)),
    ...(whole.group === null ? [] : [words.group(whole.group)]),
    ...(following.length === 0 ? [] : [words.groups(language.list(following))]),
    ...(whole.fourEyes ? [words.fourEyes] : []),
    ...(unresolved.length === 0 ? [] : [words.rulings(named(unresolved))]),
    ...(rejected.length === 0 ? [] : [words.rejectOnly(named(rejected))]),
    ...(second.length === 0 ? [] : [words.secondPerson(named(second))]),
    ...(own.length === 0 ? [] : [words.ownWords(named(own))]),
  ];
}

/** Each entity once, by the name on its list. */
function namesOf(hits: readonly CaseHit[], { whole, language }: ReportSource): string {
  const alerts = new Map(whole.alerts.map((alert) => [`${alert.subject.key} ${alert.entityId}`, alert]));
  const entities = Map.groupBy(hits, ({ entity }) => entity);
  const names = [...entities.values()].map(
    ([first]) => alerts.get(first!.key)?.hit.name ?? first!.label.name,
  );
  const others = names.length - maxNamed;
  return language.list([
    ...names.slice(0, maxNamed),
    others > 0 ? language.texts.decision.missing.more(language.number(others)) : null,
  ]);
}
