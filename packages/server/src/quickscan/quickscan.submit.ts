import { businessCodes, chooseEngines, consumesCredit, type Engine } from '@gatehouse/contract';
import { recordAudit } from '../audit/index.ts';
import type { Database } from '../database/database.ts';
import { GatewayError, type Handlers, refuse } from '../gateway/index.ts';
import { newId } from '../lib/ids.ts';
import type { RemoteMatch } from '../screening/index.ts';
import type { InternetSearch } from '../searching/index.ts';
import { recordUsage, type TenantDirectory, takeCredits } from '../tenants/index.ts';
import { insertScan } from './quickscan-queries.ts';
import type { ScanQueues } from './scan-revive.ts';
import { queueOf } from './scan-runner.ts';

export interface QuickscanSubmitService {
  readonly database: Database;
  readonly tenants: TenantDirectory;
  readonly scanQueues: ScanQueues;
  readonly search: InternetSearch;
  /** Undefined where no hosted data set is plugged in. */
  readonly remote: RemoteMatch | undefined;
  /** Whether the name lists are loaded; until then nothing can be screened. */
  listsReady(): boolean;
}

/** Answers `quickscan.submit` (spec 4.5, wire-decisions 4). */
export function quickscanSubmit(service: QuickscanSubmitService): Handlers['quickscan.submit'] {
  return async (call, { data }) => {
    if (data.providers.includes('INTERNET_SEARCH')) {
      const readiness = await service.search.readiness();
      if (!readiness.ready) {
        return refuse(businessCodes.badParameter, `data.providers "INTERNET_SEARCH": ${readiness.why}`);
      }
    }
    if (service.tenants.tenant(call.scope.tenantId)?.billingBlocked) {
      return refuse(businessCodes.quotaExhausted, 'billing of this tenant is blocked');
    }
    if (!service.listsReady()) {
      throw new GatewayError('SERVICE_NOT_FOUND', { detail: 'the name lists are not loaded yet' });
    }
    const engines = chooseEngines(data.providers, data.providerSettings);
    const paid = (Object.keys(engines) as Engine[]).filter(consumesCredit);
    const queue = service.scanQueues[queueOf(engines, service.remote)];
    const scanId = newId();
    const job = { id: scanId, data: { tenantId: call.scope.tenantId, domain: call.scope.domain, scanId } };
    const accepted = await service.database.transaction(call.scope, async (tx) => {
      if (paid.length > 0 && !(await takeCredits(tx, call.scope, paid.length))) return false;
      await insertScan(tx, call.scope, {
        scanId,
        subject: { name: data.name, customerType: data.customerType },
        engines,
        description: data.description,
        apiKey: call.apiKey,
        requestId: call.requestId,
      });
      await recordUsage(
        tx,
        call.scope,
        paid.map((engine) => ({
          reference: scanId,
          kind: 'credit',
          unit: engine,
          units: 1,
          apiKey: call.apiKey,
        })),
      );
      await recordAudit(tx, call.scope, {
        actor: { kind: 'api_key', id: call.apiKey },
        act: 'quickscan.submit',
        object: { kind: 'quickscan', id: scanId },
        detail: { engines, requestId: call.requestId },
      });
      await queue.enqueue(tx, { ...job, here: true });
      return true;
    });
    if (!accepted) {
      return refuse(
        businessCodes.quotaExhausted,
        `the quick scan credits do not cover ${paid.length} ${paid.length === 1 ? 'engine' : 'engines'}`,
      );
    }
    queue.begin(job);
    return { code: 200, id: scanId, status: 'RUNNING' };
  };
}
