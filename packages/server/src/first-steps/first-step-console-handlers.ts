import { type FirstStep, firstSteps, type KeyView, type Permission } from '@gatehouse/contract';
import type { ConsoleHandlers } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import { readSetUp } from './set-up-queries.ts';

interface FirstStepServices {
  readonly database: Database;
  readonly keyUses: { flush(): Promise<void> };
  readonly apiKeys: { list(tenantId: string): Promise<KeyView[]> };
  readonly updates: {
    sourceStatuses(): readonly { readonly activatedAt: string | null; readonly isStale: boolean }[];
  };
}

/** The checklist of Home: what is left to do for whoever asks, by what they may do. */
export function firstStepConsoleHandlers({
  database,
  keyUses,
  apiKeys,
  updates,
}: FirstStepServices): Pick<ConsoleHandlers, 'firstSteps.read'> {
  return {
    'firstSteps.read': async ({ user, scope }) => {
      const shown = stepsFor(user.permissions);
      if (shown.length === 0) return { steps: [] };
      // A use is written twice a minute, and whoever made the first call looks for it sooner.
      await keyUses.flush();
      const keys = (await apiKeys.list(user.tenantId)).filter(
        ({ domains }) => domains === null || domains.includes(scope.domain),
      );
      const lists = updates.sourceStatuses();
      const done: Readonly<Record<FirstStep, boolean>> = {
        ...(await readSetUp(database, scope, user.email)),
        key: keys.some(({ state }) => state === 'enabled'),
        call: keys.some(({ lastUsedAt }) => lastUsedAt !== null),
        lists:
          lists.length > 0 && lists.every(({ activatedAt, isStale }) => activatedAt !== null && !isStale),
      };
      return { steps: shown.map((step) => ({ ...step, isDone: done[step.step] })) };
    },
  };
}

/** What somebody may do, and the state of the lists beside it, which often only the deployment's operator can change. */
function stepsFor(permissions: readonly Permission[]) {
  const may = (needed: readonly Permission[]) => needed.every((one) => permissions.includes(one));
  const all = Object.entries(firstSteps).map(([step, needed]) => ({
    step: step as FirstStep,
    mayAct: may(needed),
  }));
  const setsUp = all.some(({ step, mayAct }) => mayAct && step !== 'lists' && step !== 'case');
  return all.filter(({ step, mayAct }) => mayAct || (step === 'lists' && setsUp));
}
