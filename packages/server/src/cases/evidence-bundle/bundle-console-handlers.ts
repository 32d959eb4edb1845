import { phrase } from '@gatehouse/contract';
import { recordAudit } from '../../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal } from '../../console-api/index.ts';
import { readRevision } from '../case-read.ts';
import { type BundleTools, makeBundle } from './case-bundle.ts';

/** How people take a case out of the console: as a bundle that proves itself, or on paper. */
export function bundleConsoleHandlers(
  service: BundleTools,
): Pick<ConsoleHandlers, 'cases.bundle' | 'cases.print'> {
  const { database } = service;
  return {
    'cases.bundle': async ({ scope, params, user }) => {
      const bundle = await makeBundle(service, scope, { caseNo: params.caseNo, user });
      if (bundle === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return bundle;
    },
    'cases.print': async ({ scope, params: { caseNo }, body, user }) => {
      await database.transaction(scope, async (tx) => {
        const newest = await readRevision(tx, scope, caseNo);
        if (newest === undefined) throw new ConsoleRefusal('NOT_FOUND');
        // An older one is what a page shows that has not heard yet; a newer one nobody was shown.
        if (body.revision > newest) {
          throw new ConsoleRefusal('INVALID', phrase('rules.revisionTooNew', { newest }), {
            field: 'revision',
          });
        }
        await recordAudit(tx, scope, {
          actor: { kind: 'user', id: user.email },
          act: 'case.print',
          object: { kind: 'case', id: caseNo },
          detail: { revision: body.revision, newest },
        });
      });
    },
  };
}
