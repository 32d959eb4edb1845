import type { RunSql } from '../database/bootstrap.ts';
import type { Tx } from '../database/database.ts';
import { isPresentLease } from '../database/index.ts';
import { OperatorRefusal } from '../lib/operator-refusal.ts';

/** The migration that nodes have to know so that they read what is encrypted, and the first release that has it. */
const migration = '0036-personal-keys.sql';
const firstRelease = '0.2.0';

/** Whether what is new is encrypted: from when on every node reads it (docs/decisions/0025-keys-of-persons.md). It never ends. */
export async function isEncryptionStarted(tx: Pick<Tx, 'sql'>): Promise<boolean> {
  return (await tx.sql('select from file_encryption')).length > 0;
}

/**
 * Starts it on a store that was made before: from now on no earlier version starts on the store. The session is of the owner of
 * the schema.
 * @throws OperatorRefusal where a node runs that would not read encrypted files
 */
export async function startEncryption(session: {
  readonly run: RunSql;
  transaction(work: () => Promise<void>): Promise<void>;
}): Promise<void> {
  const { run } = session;
  await session.transaction(async () => {
    const { rows } = await run<{ count: number }>(
      `select count(*)::integer as count from gatehouse.node_lease l
       where ${isPresentLease} and not reads_encrypted_files`,
    );
    const { count } = rows[0]!;
    if (count > 0)
      throw new OperatorRefusal(
        `${count} running ${count === 1 ? 'node is' : 'nodes are'} of a version that does not read what is encrypted: upgrade every node first`,
      );
    await run('update gatehouse.migration set works_since = $2 where name = $1', [migration, firstRelease]);
    await run('set local role gatehouse_operator');
    await run('insert into gatehouse.file_encryption default values on conflict do nothing');
    await run('reset role');
  });
}
