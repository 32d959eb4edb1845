import type { OperationName } from '../operations/index.ts';

interface Example {
  /** The body of a call. */
  readonly request: unknown;
  /** `data` of its answer. */
  readonly data: unknown;
}

const executionId = '01900000-0000-7000-8000-000000000001';
const scanId = '01900000-0000-7000-8000-000000000002';

/** A PNG of one white pixel, in base64. */
export const samplePicture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==';

/** A hit of the bundled sample list, whose people are made up. */
const hit = {
  firstName: 'Jane',
  lastName: 'Example',
  category: 'watchlist',
  subCategory: 'tenant',
  addresses: [{ country: { code: 'SG', name: 'Singapore' } }],
  dobs: [],
  hitId: 'WATCHLIST:watchlist:w1',
  name: 'Jane Example',
  matchedName: 'Jane Example',
  score: 1,
  entityId: 'watchlist:w1',
  source: 'watchlist',
  dobRanges: [{ from: '1980-01-01', to: '1980-12-31' }],
  reasons: [{ feature: 'name', score: 1, detail: 'Jane Example and Jane Example' }],
};

const configExample = {
  request: { keys: 'product_service_complexity' },
  data: {
    code: 200,
    message: null,
    data: {
      product_service_complexity: {
        version: '1.0.0',
        etag: '9d1f5be1c3cc0a3b8dd1ae6a9d4b6a10',
        count: 1,
        maxAgeSeconds: 86_400,
        attribution: null,
        settings: {},
        items: [
          { code: 'SIMPLE', name: 'Simple', description: 'One product, own account, one jurisdiction' },
        ],
      },
    },
  },
};

/** One call of each operation; the contract's own schemas check them in a test. */
export const examples: Readonly<Record<OperationName, Example>> = {
  'sdk.launch.link.generate': {
    request: { email: 'jane@example.test', customerId: 'customer-17', eventType: 'KYC_EVENT' },
    data: {
      code: 200,
      msg: 'success',
      data: {
        url: 'https://gatehouse.example/verify?linkToken=oE4pmKeT7n0Yx0q2ZJ0dYw6mJc3rY3Y1yV6fQkRrj3Q',
        expiresAt: 1_795_172_039_445,
      },
    },
  },
  'workflow.apply.submit': {
    request: {
      eventType: 'MANUAL_CASE_EVENT',
      source: 'API',
      workflowId: 'wf_screening',
      data: {
        customerId: 'customer-17',
        name: 'Jane Example',
        customerType: 'individual',
        dateOfBirth: '1980-02-29',
        countryOfNationality: 'SG',
      },
    },
    data: {
      code: 200,
      message: null,
      executionId,
      status: 'RUNNING',
      requestId: '01900000-0000-7000-8000-000000000003',
      sync: false,
    },
  },
  'prepare.platform.config': configExample,
  'workflow.execution.status': {
    request: { executionId },
    data: {
      code: 200,
      executionId,
      status: 'WAITING',
      caseNo: 'C000001',
      caseStatus: 'UNASSIGNED',
      riskScore: 60,
      currentNode: {},
      output: {},
      pendingCallbackTask: {},
    },
  },
  'workflow.apply.query': {
    request: { eventType: 'MANUAL_CASE_EVENT', source: 'API', customerId: 'customer-17' },
    data: { code: 200, executionId, status: 'RUNNING' },
  },
  'quickscan.submit': {
    request: {
      data: {
        name: 'Jane Example',
        customerType: 'Individual',
        providers: ['GLOBAL_CHECK', 'WATCHLIST'],
        providerSettings: { globalCheck: { matchStrength: 'STRONG', maxHits: 20 } },
      },
    },
    data: { code: 200, id: scanId, status: 'RUNNING' },
  },
  'quickscan.detail': {
    request: { data: { id: scanId } },
    data: {
      code: 200,
      id: scanId,
      status: 'DONE',
      totalHits: 1,
      truncated: false,
      hitCounts: { GLOBAL_CHECK: 0, WATCHLIST: 1 },
      hits: { GLOBAL_CHECK: [], WATCHLIST: [hit] },
    },
  },
  'quickscan.hits': {
    request: { data: { id: scanId, provider: 'WATCHLIST', page: 1, pageSize: 20 } },
    data: { code: 200, id: scanId, totalHits: 1, truncated: false, hits: { WATCHLIST: [hit] } },
  },
  'storage.upload.token': {
    request: {},
    data: { code: 200, uploadToken: 'q1hQ2mGZ5l0n3o0m8mPZ3w9mHkq0bqkz6l2o7d5yqXc', expiresIn: 900 },
  },
};
