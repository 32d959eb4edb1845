import type { OperationName } from '../wire-types.ts';
import type { InputSchema } from './check-input.ts';

/** How an operation treats a missing or wrongly typed field, and what it takes. */
interface CheckedInput {
  readonly version: string;
  readonly missingField: 'gateway' | 'data';
  readonly schema: InputSchema;
}

/** The inputs of the operations at their newest versions. Written by `npm run docs` from the contract: change it there. */
export const inputSchemas: { readonly [N in OperationName]: CheckedInput } = {
  'sdk.launch.link.generate': {
    version: '1.0.0',
    missingField: 'data',
    schema: {
      type: 'object',
      properties: {
        email: { type: 'string', maxLength: 254, pattern: '\\S' },
        customerId: { type: 'string', maxLength: 200, pattern: '\\S' },
        eventType: { type: 'string', enum: ['KYC_EVENT', 'KYB_EVENT'] },
      },
      required: ['email', 'customerId', 'eventType'],
    },
  },
  'workflow.apply.submit': {
    version: '2.0.0',
    missingField: 'gateway',
    schema: {
      oneOf: [
        {
          type: 'object',
          properties: {
            eventType: { type: 'string', enum: ['MANUAL_CASE_EVENT'] },
            source: { type: 'string', enum: ['API'] },
            data: {
              type: 'object',
              properties: {
                customerId: { type: 'string', maxLength: 200, pattern: '\\S' },
                name: { type: 'string', maxLength: 1000, pattern: '\\S' },
                aliasName: { type: 'string' },
                customerType: { type: 'string', enum: ['individual', 'corporate'] },
                sex: { type: 'string' },
                dateOfBirth: { type: 'string', pattern: '^\\s*$|^\\d{4}(-\\d{2}-\\d{2})?$' },
                countryOfNationality: { type: 'string', maxLength: 10 },
                countryOfResidence: { type: 'string', maxLength: 10 },
                occupation: { type: 'string', maxLength: 1000 },
                idType: { type: 'string', maxLength: 100 },
                idNumber: { type: 'string', maxLength: 100 },
                countryOfIncorporation: { type: 'string', maxLength: 10 },
                incorporationDate: { type: 'string', pattern: '^\\s*$|^\\d{4}(-\\d{2}-\\d{2})?$' },
                incorporationNumber: { type: 'string', maxLength: 100 },
                continuousMonitoring: { type: 'boolean' },
              },
              required: ['customerId', 'name', 'customerType'],
              additionalProperties: {},
              dependentRequired: { idType: ['idNumber'], idNumber: ['idType'] },
            },
            workflowId: { type: 'string', maxLength: 200 },
          },
          required: ['eventType', 'source', 'data'],
        },
        {
          type: 'object',
          properties: {
            eventType: {
              type: 'string',
              enum: ['KYC_EVENT', 'KYB_EVENT', 'TRANSACTION_EVENT', 'WEB3_TRANSACTION_EVENT'],
            },
            source: { type: 'string', enum: ['API'] },
            data: {
              type: 'object',
              properties: { customerId: { type: 'string', maxLength: 200, pattern: '\\S' } },
              required: ['customerId'],
              additionalProperties: {},
            },
            workflowId: { type: 'string', maxLength: 200 },
          },
          required: ['eventType', 'source', 'data'],
        },
      ],
      type: 'object',
    },
  },
  'workflow.execution.status': {
    version: '1.0.0',
    missingField: 'gateway',
    schema: {
      type: 'object',
      properties: { executionId: { type: 'string', maxLength: 1000, pattern: '\\S' } },
      required: ['executionId'],
    },
  },
  'workflow.apply.query': {
    version: '1.0.0',
    missingField: 'gateway',
    schema: {
      type: 'object',
      properties: {
        eventType: {
          type: 'string',
          enum: [
            'KYC_EVENT',
            'KYB_EVENT',
            'TRANSACTION_EVENT',
            'WEB3_TRANSACTION_EVENT',
            'MANUAL_CASE_EVENT',
          ],
        },
        source: { type: 'string', enum: ['API', 'SDK'] },
        customerId: { type: 'string', maxLength: 200, pattern: '\\S' },
      },
      required: ['eventType', 'source', 'customerId'],
    },
  },
  'quickscan.submit': {
    version: '1.0.0',
    missingField: 'data',
    schema: {
      type: 'object',
      properties: {
        data: {
          type: 'object',
          properties: {
            name: { type: 'string', maxLength: 1000, pattern: '\\S' },
            customerType: {
              anyOf: [
                { type: 'string', const: 'Individual' },
                { type: 'string', const: 'Business' },
                { type: 'number', const: 1 },
                { type: 'number', const: 2 },
              ],
            },
            providers: {
              minItems: 1,
              maxItems: 100,
              type: 'array',
              items: {
                type: 'string',
                enum: ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN', 'INTERNET_SEARCH', 'WATCHLIST'],
              },
            },
            description: { type: 'string', maxLength: 2000 },
            providerSettings: {
              type: 'object',
              properties: {
                globalCheck: {
                  type: 'object',
                  properties: {
                    matchStrength: { type: 'string', enum: ['EXACT', 'STRONG', 'WEAK'] },
                    maxHits: {
                      anyOf: [
                        { type: 'number', const: 5 },
                        { type: 'number', const: 10 },
                        { type: 'number', const: 20 },
                        { type: 'number', const: 50 },
                      ],
                    },
                  },
                  additionalProperties: false,
                },
                riskLists: {
                  type: 'object',
                  properties: {
                    searchType: { type: 'string', enum: ['Precise', 'Near', 'Broad'] },
                    maxHits: {
                      anyOf: [
                        { type: 'number', const: 5 },
                        { type: 'number', const: 10 },
                        { type: 'number', const: 20 },
                        { type: 'number', const: 50 },
                      ],
                    },
                  },
                  additionalProperties: false,
                },
                compositeScan: {
                  type: 'object',
                  properties: { sensitivity: { type: 'number', minimum: 0, maximum: 1 } },
                  additionalProperties: false,
                },
                internetSearch: {
                  type: 'object',
                  properties: {
                    resultCount: {
                      anyOf: [
                        { type: 'number', const: 10 },
                        { type: 'number', const: 20 },
                        { type: 'number', const: 50 },
                      ],
                    },
                  },
                  additionalProperties: false,
                },
              },
              additionalProperties: false,
            },
          },
          required: ['name', 'customerType', 'providers'],
        },
      },
      required: ['data'],
    },
  },
  'quickscan.detail': {
    version: '1.0.0',
    missingField: 'data',
    schema: {
      type: 'object',
      properties: {
        data: {
          type: 'object',
          properties: { id: { type: 'string', maxLength: 1000, pattern: '\\S' } },
          required: ['id'],
        },
      },
      required: ['data'],
    },
  },
  'quickscan.hits': {
    version: '1.0.0',
    missingField: 'data',
    schema: {
      type: 'object',
      properties: {
        data: {
          type: 'object',
          properties: {
            id: { type: 'string', maxLength: 1000, pattern: '\\S' },
            provider: {
              type: 'string',
              enum: ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN', 'INTERNET_SEARCH', 'WATCHLIST'],
            },
            page: { type: 'integer', minimum: 1, maximum: 1000000 },
            pageSize: { type: 'integer', minimum: 1, maximum: 100 },
          },
          required: ['id', 'provider'],
        },
      },
      required: ['data'],
    },
  },
  'storage.upload.token': {
    version: '1.0.0',
    missingField: 'data',
    schema: { type: 'object', properties: {} },
  },
  'prepare.platform.config': {
    version: '1.0.0',
    missingField: 'data',
    schema: {
      type: 'object',
      properties: { keys: { type: 'string', maxLength: 1000, pattern: '\\S' } },
      required: ['keys'],
    },
  },
};
