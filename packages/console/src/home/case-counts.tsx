import type { ConsoleData } from '@gatehouse/contract';
import { Link } from '@tanstack/react-router';
import Clock from 'lucide-react/icons/clock';
import type { CaseFilters } from '../cases/case-filters.ts';
import { text } from '../messages/text.ts';
import { formatNumber } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';

/** How much waits, and for whom, in one line; each number leads to its cases. */
export function CaseCounts({ figures }: { readonly figures: ConsoleData<'cases.figures'> }) {
  return (
    <ul className="gh-counts" aria-label={text('home.counts')}>
      <Count name={text('home.assigned')} count={figures.mine} search={{ view: 'mine' }} />
      <Count name={text('home.available')} count={figures.waiting} search={{ view: 'available' }} />
      <Count
        name={text('home.overdue')}
        count={figures.overdue}
        search={{ view: 'overdue', sort: 'due' }}
        isAlarming
      />
      <Count
        name={text('home.dueSoon')}
        count={figures.dueSoon}
        search={{ view: 'open', only: 'due-soon', sort: 'due' }}
      />
      <Count
        name={text('home.secondApproval')}
        count={figures.secondWord}
        search={{ view: 'available', only: 'second-approval' }}
      />
      <Count
        name={text('home.returned')}
        count={figures.returned}
        search={{ view: 'available', only: 'returned' }}
      />
    </ul>
  );
}

function Count(props: {
  readonly name: string;
  readonly count: number;
  readonly search: CaseFilters;
  readonly isAlarming?: boolean;
}) {
  const { name, count } = props;
  const isAlarm = props.isAlarming === true && count > 0;
  return (
    <li>
      <Link to="/cases" search={props.search} className={isAlarm ? 'gh-caution' : undefined}>
        {isAlarm && <Icon of={Clock} />}
        <span>{name}</span> <strong className={count === 0 ? 'gh-dim' : ''}>{formatNumber(count)}</strong>
      </Link>
    </li>
  );
}
