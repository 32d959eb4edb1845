import {
  chooseEngines,
  consumesCredit,
  type Engine,
  type Phrase,
  type ProviderSettings,
  phrase,
} from '@gatehouse/contract';
import type { Actor } from '../audit/index.ts';
import type { Database } from '../database/database.ts';
import type { InternetSearch } from '../internet-search/index.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import type { MatchingApi } from '../screening/index.ts';
import type { TenantDirectory } from '../tenants/index.ts';
import type { ScanBatches } from './scan-batches.ts';
import { queueOf, type ScanRunner } from './scan-runner.ts';
import type { ScanSubject } from './sealed-scans.ts';

export interface ScanTools {
  readonly database: Database;
  readonly tenants: TenantDirectory;
  readonly scanBatches: ScanBatches;
  readonly scans: ScanRunner;
  readonly search: InternetSearch;
  /** Undefined where no hosted data set is plugged in. */
  readonly remote: MatchingApi | undefined;
  /** Whether the name lists are loaded; until then nothing can be screened. */
  listsReady(): boolean;
}

export interface ScanRequest {
  readonly subject: ScanSubject;
  readonly engines: readonly Engine[];
  readonly settings: ProviderSettings | undefined;
  readonly description: string | undefined;
  /** A key, or a person of the tenant. */
  readonly actor: Actor & { readonly kind: 'api_key' | 'user' };
  readonly requestId: string;
}

export type StartedScan =
  | { readonly kind: 'begun'; readonly scanId: string }
  | {
      readonly kind: 'searchNotReady';
      readonly why: string;
      readonly phrases?: readonly Phrase[];
    }
  | { readonly kind: 'billingBlocked' }
  | { readonly kind: 'listsNotLoaded' }
  | { readonly kind: 'noCredits'; readonly needed: number };

/** Takes the credits and begins a scan, whoever asks for it (interface specification 4.5, docs/interface.md 4). */
export async function startScan(
  service: ScanTools,
  scope: Scope,
  request: ScanRequest,
): Promise<StartedScan> {
  const { actor, requestId } = request;
  if (request.engines.includes('INTERNET_SEARCH')) {
    const readiness = await service.search.readiness();
    if (!readiness.ready) {
      const { why, phrases } = readiness;
      return { kind: 'searchNotReady', why, ...(phrases && { phrases }) };
    }
  }
  if (service.tenants.tenant(scope.tenantId)?.billingBlocked) return { kind: 'billingBlocked' };
  if (!service.listsReady()) return { kind: 'listsNotLoaded' };
  const engines = chooseEngines(request.engines, request.settings);
  const paid = (Object.keys(engines) as Engine[]).filter(consumesCredit);
  const queue = queueOf(engines, service.remote);
  const accepted = await service.scanBatches.accept({
    scope,
    queue,
    scanId: newId(),
    subject: request.subject,
    engines,
    paidEngines: paid,
    description: request.description,
    apiKey: actor.kind === 'api_key' ? actor.id : null,
    ...(actor.kind === 'user' ? { requestedBy: actor.id } : {}),
    requestId,
  });
  if (accepted === undefined) return { kind: 'noCredits', needed: paid.length };
  service.scans.startAccepted(queue, accepted);
  return { kind: 'begun', scanId: accepted.scanId };
}

/** Why a scan was not begun for want of credits, for who asked. */
export function creditPhrase(needed: number): Phrase {
  return phrase('refusals.noCredits', { count: needed });
}
