/**
 * Turns the queries that a service with the interface of `POST /match` (yente, OpenSanctions) is asked into the CSV that
 * screen-customers.mjs reads: convert-match-queries.mjs FILE > customers.csv
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';

const { queries } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const columns = ['customerId', 'name', 'customerType', 'dateOfBirth', 'country', 'countryOfNationality'];

const first = (properties, ...names) => names.map((name) => properties[name]?.[0]).find(Boolean) ?? '';

console.log(columns.join(','));
for (const [customerId, { schema, properties }] of Object.entries(queries)) {
  const parts = [first(properties, 'firstName'), first(properties, 'lastName')].filter(Boolean).join(' ');
  const row = {
    customerId,
    name: first(properties, 'name') || parts,
    customerType: schema === 'Person' ? 'individual' : 'corporate',
    dateOfBirth: first(properties, 'birthDate'),
    country: first(properties, 'country', 'jurisdiction').toUpperCase(),
    countryOfNationality: first(properties, 'nationality').toUpperCase(),
  };
  const cells = columns.map((column) => row[column]);
  if (cells.some((cell) => /[",\n]/.test(cell))) throw new Error(`${customerId}: quote this row yourself`);
  console.log(cells.join(','));
}
