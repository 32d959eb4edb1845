import { businessCodes, wordPhrases } from '@gatehouse/contract';
import { GatewayError, type Handlers, refuse } from '../gateway/index.ts';
import { creditPhrase, type ScanTools, startScan } from './start-scan.ts';

/** Handles `quickscan.submit` (interface specification 4.5, docs/interface.md 4). */
export function quickscanSubmit(service: ScanTools): Handlers['quickscan.submit'] {
  return async (call, { data }) => {
    const started = await startScan(service, call.scope, {
      subject: { name: data.name, customerType: data.customerType },
      engines: data.providers,
      settings: data.providerSettings,
      description: data.description,
      actor: { kind: 'api_key', id: call.apiKey },
      requestId: call.requestId,
    });
    switch (started.kind) {
      case 'begun':
        return { code: 200, id: started.scanId, status: 'RUNNING' };
      case 'searchNotReady':
        return refuse(businessCodes.badParameter, `data.providers "INTERNET_SEARCH": ${started.why}`);
      case 'billingBlocked':
        return refuse(businessCodes.quotaExhausted, 'billing of this tenant is blocked');
      case 'listsNotLoaded':
        throw new GatewayError('SERVICE_NOT_FOUND', { detail: 'the name lists are not loaded yet' });
      case 'noCredits':
        return refuse(businessCodes.quotaExhausted, wordPhrases(creditPhrase(started.needed)));
    }
  };
}
