/** Monitored customers of a made-up bank. */
import type { ListEntry } from '../../packages/matching/src/index.ts';
import type { App } from '../../packages/server/src/app/app.ts';
import { basicManipulations } from '../../packages/server/src/assurance/manipulations/basic-manipulations.ts';

/** Share of the customers who bear a listed name, written otherwise. */
const listed = 0.02;

/** Makes so many customers, of whom a few bear a listed name, written otherwise. */
export async function fillBank(
  app: App,
  scope: { readonly tenantId: string; readonly domain: string },
  bank: {
    readonly count: number;
    readonly names: readonly string[];
    readonly entries: readonly ListEntry[];
    readonly random: () => number;
  },
): Promise<void> {
  const { count, names, entries, random } = bank;
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const words = names.map((name) => name.split(/\s+/));
  const ways = Object.values(basicManipulations);
  const people = entries.filter(({ type }) => type === 'individual');
  for (let from = 0; from < count; from += 5000) {
    const customers = Array.from({ length: Math.min(5000, count - from) }, (_, number) => {
      const isListed = random() < listed;
      const name = isListed
        ? pick(ways)(pick(pick(people).names).text, random)
        : [...pick(words).slice(0, -1), pick(words).at(-1)].join(' ');
      const facts =
        random() < 0.5
          ? { dateOfBirth: `${1950 + (number % 50)}-05-05`, countryOfNationality: pick(['SG', 'DE', 'IR']) }
          : {};
      const customerId = `customer-${from + number}`;
      return { customerId, name, subject: { customerId, name, customerType: 'individual', ...facts } };
    }).filter(({ name }) => /\p{L}/u.test(name));
    await app.database.transaction(scope, (tx) =>
      tx.sql(
        `insert into customer (tenant_id, domain, customer_id, customer_type, name, profile, subject)
         select $1, $2, r."customerId", 'individual', r.name, '{}', r.subject
         from jsonb_to_recordset($3::jsonb) as r("customerId" text, name text, subject jsonb)`,
        [scope.tenantId, scope.domain, JSON.stringify(customers)],
      ),
    );
  }
}
