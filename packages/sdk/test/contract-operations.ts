import type { OperationName } from '@gatehouse/contract';
import type { CallInputs } from '../src/index.ts';

export { operations } from '@gatehouse/contract';

/** A full input of every operation, typed as the client's callers see it. */
export const inputOfNewest: { [N in OperationName]: CallInputs[N] } = {
  'sdk.launch.link.generate': { email: 'jane@example.test', customerId: 'c-1', eventType: 'KYC_EVENT' },
  'workflow.apply.submit': {
    eventType: 'MANUAL_CASE_EVENT',
    source: 'API',
    workflowId: 'wf_retail_screening@3',
    data: {
      customerId: 'c-1',
      name: 'Jane Example',
      aliasName: 'J. Example, Example Jane',
      customerType: 'individual',
      sex: 'F',
      dateOfBirth: '1980-02-29',
      countryOfNationality: 'SG',
      countryOfResidence: 'SGP',
      occupation: 'teacher',
      idType: 'passport',
      idNumber: 'E1234567',
      amount: 12.5,
    },
  },
  'workflow.execution.status': { executionId: 'e-1' },
  'workflow.apply.query': { eventType: 'KYC_EVENT', source: 'API', customerId: 'c-1' },
  'quickscan.submit': {
    data: {
      name: 'Example Trading',
      customerType: 2,
      providers: ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN', 'INTERNET_SEARCH', 'WATCHLIST'],
      description: 'first look',
      providerSettings: {
        globalCheck: { matchStrength: 'WEAK' },
        riskLists: { searchType: 'Near', maxHits: 50 },
        compositeScan: { sensitivity: 0.9 },
        internetSearch: { resultCount: 10 },
      },
    },
  },
  'quickscan.detail': { data: { id: 's-1' } },
  'quickscan.hits': { data: { id: 's-1', provider: 'WATCHLIST', page: 2, pageSize: 100 } },
  'storage.upload.token': {},
  'prepare.platform.config': { keys: 'platform_countries,particular' },
};
