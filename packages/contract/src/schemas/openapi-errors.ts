import { z } from 'zod';
import { type GatewayErrorName, gatewayErrors } from '../errors.ts';

/** The body of every refusal. */
export const gatewayError = z
  .object({
    apiCode: z.literal(Object.values(gatewayErrors).map(({ apiCode }) => apiCode)),
    apiMsg: z.enum(Object.keys(gatewayErrors) as [GatewayErrorName, ...GatewayErrorName[]]),
    data: z.null(),
  })
  .meta({ id: 'GatewayError', description: 'The gateway did not accept the call.' });

/** Statuses that a signed POST can meet beside those of the catalogue. */
export const statusesOfInvalidRequest = [408, 413, 415, 431];

/** Names of the catalogue by the HTTP status that they come with. */
export const namesByStatus: Readonly<Record<string, readonly GatewayErrorName[]>> = groupByStatus();

function groupByStatus(): Record<string, GatewayErrorName[]> {
  const groups: Record<string, GatewayErrorName[]> = {};
  for (const name of Object.keys(gatewayErrors) as GatewayErrorName[]) {
    const status = gatewayErrors[name].httpStatus;
    groups[status] = [...(groups[status] ?? []), name];
  }
  for (const status of statusesOfInvalidRequest) groups[status] = ['API_INVALID_REQUEST'];
  return groups;
}

/** A response for every HTTP status with which the gateway refuses, as `Error<status>`. */
export function errorResponses() {
  return Object.fromEntries(
    Object.entries(namesByStatus).map(([status, names]) => [
      `Error${status}`,
      {
        description: names.map((name) => `${name}: ${gatewayErrors[name].meaning}`).join('; '),
        headers: {
          'x-request-id': { $ref: '#/components/headers/requestId' },
          'x-error-detail': { $ref: '#/components/headers/errorDetail' },
          ...(status === '429' && { 'retry-after': { $ref: '#/components/headers/retryAfter' } }),
        },
        content: {
          'application/json': {
            schema: gatewayError,
            examples: Object.fromEntries(
              names.map((name) => [
                name,
                { value: { apiCode: gatewayErrors[name].apiCode, apiMsg: name, data: null } },
              ]),
            ),
          },
        },
      },
    ]),
  );
}
