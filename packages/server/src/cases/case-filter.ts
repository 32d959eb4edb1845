import { type CaseListQuery, caseStates } from '@gatehouse/contract';
import { type SearchTerms, wordPrefixCondition } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';
import type { Reviewer } from './case-transitions.ts';
import { decidedByNode, decidedByPerson, openedWithHits } from './period-figures.ts';

/** What narrows the list. */
export type CaseListFilters = Omit<CaseListQuery, 'sort' | 'limit' | 'cursor'> & {
  readonly reader: Reviewer;
};

/** One order of the list, of cases that `condition` narrows it to. */
export interface CaseOrder {
  readonly keys: readonly string[];
  /** Backwards: each key falls. */
  readonly isReversed?: true;
  readonly condition?: string;
}

/** A value for each key of an order but the length of the case number. */
export type Position = readonly (string | number)[];

/** Conditions of one statement with the values that they need. */
export class CaseFilter {
  readonly values: unknown[] = [];
  readonly #conditions: string[] = [];

  constructor(scope?: Scope) {
    if (scope !== undefined)
      this.add(`c.tenant_id = ${this.value(scope.tenantId)} and c.domain = ${this.value(scope.domain)}`);
  }

  copy(): CaseFilter {
    const copy = new CaseFilter();
    copy.values.push(...this.values);
    copy.#conditions.push(...this.#conditions);
    return copy;
  }

  /** The placeholder of a value. */
  value(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  add(condition: string): void {
    this.#conditions.push(condition);
  }

  conditions(): string {
    return this.#conditions.join(' and ');
  }

  /** Whether the request narrows the list by more than its search. */
  narrow(request: CaseListFilters): boolean {
    const before = this.#conditions.length;
    this.#narrowByState(request);
    this.#narrowByTime(request);
    this.#narrowByContent(request);
    if (request.customerId !== undefined) this.add(`c.customer_id = ${this.value(request.customerId)}`);
    return this.#conditions.length > before;
  }

  #narrowByState(request: CaseListFilters): void {
    if (request.status !== undefined && request.status.length < caseStates.length) {
      this.add(`c.status = any(${this.value(request.status)}::text[])`);
    }
    if (request.open !== undefined) this.add(`c.resolved_at is ${request.open ? '' : 'not '}null`);
    if (request.group !== undefined) this.add(`c.groups[c.group_index + 1] = ${this.value(request.group)}`);
    if (request.myGroups === true && !request.reader.isAdmin)
      this.add(ofGroups(this.value(request.reader.groups)));
    if (request.assignee !== undefined) {
      this.add(`c.assignee = ${this.value(request.assignee.trim().toLowerCase())}`);
    }
    if (request.mine === true) this.add(`c.assignee = ${this.value(request.reader.email)}`);
    if (request.overdue !== undefined) {
      this.add(
        request.overdue
          ? 'c.resolved_at is null and c.due_at < now()'
          : '(c.resolved_at is not null or c.due_at is null or c.due_at >= now())',
      );
    }
    if (request.available === true) {
      const { email, groups, isAdmin } = request.reader;
      const [reader, own, admin] = [email, groups, isAdmin].map((value) => this.value(value));
      this.add(`c.resolved_at is null and ${isAvailable({ email: reader!, groups: own!, isAdmin: admin! })}`);
    }
    if (request.proposed === true) this.add('c.resolved_at is null and c.proposal is not null');
  }

  #narrowByTime({ dueWithinHours, minAgeHours, maxAgeHours, decidedBy, ...period }: CaseListFilters): void {
    const hours = (count: number) => `make_interval(hours => ${this.value(count)}::int)`;
    if (dueWithinHours !== undefined) {
      this.add(`c.resolved_at is null and c.due_at between now() and now() + ${hours(dueWithinHours)}`);
    }
    if (minAgeHours !== undefined) this.add(`c.opened_at <= now() - ${hours(minAgeHours)}`);
    if (maxAgeHours !== undefined) this.add(`c.opened_at > now() - ${hours(maxAgeHours)}`);
    const instant = (at: number) => `${this.value(new Date(at))}::timestamptz`;
    const { openedFrom, openedBefore, resolvedFrom, resolvedBefore } = period;
    if (openedFrom !== undefined) this.add(`c.opened_at >= ${instant(openedFrom)}`);
    if (openedBefore !== undefined) this.add(`c.opened_at < ${instant(openedBefore)}`);
    if (resolvedFrom !== undefined) this.add(`c.resolved_at >= ${instant(resolvedFrom)}`);
    if (resolvedBefore !== undefined) this.add(`c.resolved_at < ${instant(resolvedBefore)}`);
    // They were opened when they were resolved, and the orders have an index of that.
    if (decidedBy !== 'workflow') return;
    if (resolvedFrom !== undefined) this.add(`c.opened_at >= ${instant(resolvedFrom)}`);
    if (resolvedBefore !== undefined) this.add(`c.opened_at < ${instant(resolvedBefore)}`);
  }

  #narrowByContent({
    decidedBy,
    withHits,
    eventType,
    minRisk,
    maxRisk,
    list,
    country,
  }: CaseListFilters): void {
    if (decidedBy !== undefined) this.add(decidedBy === 'people' ? decidedByPerson : decidedByNode);
    if (withHits !== undefined) this.add(withHits ? openedWithHits : `not (${openedWithHits})`);
    if (eventType !== undefined) this.add(`c.event_type = any(${this.value(eventType)}::text[])`);
    if (minRisk !== undefined) this.add(`c.risk_score >= ${this.value(minRisk)}::double precision`);
    if (maxRisk !== undefined) this.add(`c.risk_score <= ${this.value(maxRisk)}::double precision`);
    if (list !== undefined) this.add(`c.hit_sources && ${this.value(list)}::text[]`);
    if (country !== undefined) this.add(`c.countries && ${this.value(country)}::text[]`);
  }

  /** Cases whose number or customer's id begins with all of it, or whose words begin with each of its. */
  matchTextOf({ whole, words }: SearchTerms): void {
    const has = (text: string) =>
      `exists (select from gatehouse.words_of_case(c.case_no, c.customer_id, c.customer_name) w (word)
         where ${wordPrefixCondition('w', this.value(text))})`;
    const ways = [has(whole)];
    if (words.some((word) => word !== whole)) ways.push(`(${words.map(has).join(' and ')})`);
    this.add(`(${ways.join(' or ')})`);
  }

  /** What comes behind a position of an order. An index answers the first condition, and few rows share an instant. */
  after({ keys, isReversed }: CaseOrder, position: Position): void {
    const caseNo = this.value(position.at(-1));
    const places = position
      .slice(0, -1)
      .map(
        (value) => `${this.value(value)}::${typeof value === 'number' ? 'double precision' : 'timestamptz'}`,
      );
    const leading = keys.slice(0, places.length);
    const than = isReversed ? '<' : '>';
    this.add(`(${leading.join(', ')}) ${than}= (${places.join(', ')})`);
    this.add(`(${keys.join(', ')}) ${than} (${places.join(', ')}, length(${caseNo}::text), ${caseNo}::text)`);
  }
}

/** The condition that a case waits for one of the groups, or for anybody. */
function ofGroups(groups: string): string {
  return `(cardinality(c.groups) = 0 or c.groups[c.group_index + 1] = any(${groups}::text[]))`;
}

/**
 * The condition that an open case waits for a person or their groups. Whoever proposed its decision waits for another
 * person, and a case that was returned for a document waits for the end user, who can answer while the link of the request
 * lives. Takes the placeholders of the person's address, groups and whether they are an admin. The statement's `$1` and `$2`
 * are tenant and domain. The cases that wait for end users are read at the first returned case, once for a statement.
 */
export function isAvailable(reader: { email: string; groups: string; isAdmin: string }): string {
  return `(c.status <> 'UNDER_REVIEW' and (${reader.isAdmin}::boolean or ${ofGroups(reader.groups)})
    and (c.proposal is null or c.proposal ->> 'by' <> ${reader.email})
    and (c.status <> 'RETURNED'
      or c.case_no not in (select gatehouse.cases_waiting_for_end_user($1, $2))))`;
}
