import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readTenantFile } from '../../provisioning/index.ts';

/** The made-up bank of the demonstration, as its files in `examples/demo` have it. */

const folder = new URL('../../../../../examples/demo/', import.meta.url);

export const bankFile = fileURLToPath(new URL('bank.yaml', folder));

/** By these identity alone it is removed again. */
export const bankIdentity = { tenantId: 'demo-bank', apiKey: 'ak_demo_bank', mailDomain: 'larkspur.test' };
export const bankDomain = 'retail';
/** An admin who is compliance too, and an analyst of the first line. */
export const bankAdmin = `mara@${bankIdentity.mailDomain}`;
export const bankAnalyst = `ana@${bankIdentity.mailDomain}`;
export const bankOthers = {
  /** Without a second one nothing could be tried that takes two admins, such as an erasure. */
  secondAdmin: `otto@${bankIdentity.mailDomain}`,
  developer: `dev@${bankIdentity.mailDomain}`,
  auditor: `aud@${bankIdentity.mailDomain}`,
};

export interface BankCustomer {
  readonly name: string;
  readonly dateOfBirth?: string;
  readonly countryOfResidence: string;
}

/** Those on the bank's own list, as its file has them, then others whom no list has. */
export async function readBankCustomers(): Promise<readonly BankCustomer[]> {
  const file = await readTenantFile(bankFile, 'ignoreSecrets');
  const entries = file.ok ? (file.value.tenants[0]?.watchlist ?? []) : [];
  const listed = entries.map(({ name, dateOfBirth, countries }) => ({
    name,
    ...(dateOfBirth && { dateOfBirth }),
    countryOfResidence: countries?.[0] ?? '',
  }));
  const others: BankCustomer[] = JSON.parse(readFileSync(new URL('bank-customers.json', folder), 'utf8'));
  return [...listed, ...others];
}
