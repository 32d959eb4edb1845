import { maxFigureDays, phrase } from '@gatehouse/contract';
import { type ConsoleHandlers, ConsoleRefusal, countedDays } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../lib/clock.ts';
import type { PersonalKeys } from '../personal-keys/index.ts';
import { readCustomerHits } from './alert-queries.ts';
import { countPrecision, findRulings } from './ruling-precision.ts';
import { listRulings } from './ruling-queries.ts';

/** Days of figures, and the hour of a change of clocks. */
const maxPeriodMs = (maxFigureDays + 1) * 86_400_000;

/** What people read of a customer's hits and of rulings, over the console's interface. */
export function rulingConsoleHandlers(service: {
  database: Database;
  personalKeys: PersonalKeys;
  clock: Clock;
}): Pick<ConsoleHandlers, 'rulings.list' | 'rulings.find' | 'rulings.precision' | 'customers.hits'> {
  return {
    'customers.hits': async ({ scope, params: { customerId }, query: { limit } }) => {
      const keys = await service.personalKeys.ofDomain(scope);
      return {
        hits: await service.database.transaction(scope, (tx) =>
          readCustomerHits(tx, scope, { customerId, limit, keys }),
        ),
      };
    },
    'rulings.precision': async ({ scope, query }) => {
      const counted = countedDays(query, service.clock.now());
      const precision = await service.database.transaction(scope, (tx) => countPrecision(tx, scope, counted));
      return { period: counted.period, precision: [...precision] };
    },
    'rulings.find': async ({ scope, query }) => {
      const { from, to } = query;
      if (to <= from)
        throw new ConsoleRefusal('INVALID', phrase('rules.notAfter', { to, from }), { field: 'to' });
      if (to - from > maxPeriodMs) {
        const message = phrase('rules.rulingPeriodTooLong', { to, days: maxFigureDays + 1, from });
        throw new ConsoleRefusal('INVALID', message, { field: 'to' });
      }
      const page = await findRulings(service.database, scope, query);
      if (page !== undefined) return page;
      throw new ConsoleRefusal('INVALID', phrase('rules.cursor'), { field: 'cursor' });
    },
    'rulings.list': async ({ scope, params, query }) => ({
      rulings: await service.database.transaction(scope, (tx) =>
        listRulings(tx, scope, { customerId: params.customerId, limit: query.limit }),
      ),
    }),
  };
}
