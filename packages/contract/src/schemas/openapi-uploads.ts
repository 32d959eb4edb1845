import type { ZodOpenApiMediaTypeObject, ZodOpenApiOperationObject } from 'zod-openapi';
import { accepted } from '../errors.ts';
import { jsonUpload, multipartUpload, type UploadedFile, uploadedFile } from '../upload.ts';
import { gatewayError } from './openapi-errors.ts';
import { samplePicture } from './openapi-examples.ts';
import { envelope } from './openapi-schemas.ts';

const stored: UploadedFile = {
  url: 's3://gatehouse/uploads/2026-01-31/acme/retail/01900000-0000-7000-8000-000000000004.png',
  filename: 'passport.png',
  content_type: 'image/png',
  size: 482_117,
};

/** Statuses with which `{storage_url}` refuses; each is the gateway's envelope. */
const refusals = [400, 401, 408, 413, 415, 429, 500, 502, 503];

const uploadAnswer = envelope(uploadedFile).meta({ id: 'UploadAnswer' });

/**
 * The two addresses at `{storage_url}` (interface specification 4.10): unsigned, the token in the body is what counts.
 */
export const uploadPaths = {
  '/storage/api/v1/upload/file': {
    post: documentUpload('uploadFile', 'Upload a file as a multipart form', {
      'multipart/form-data': { schema: multipartUpload },
    }),
  },
  '/storage/api/v1/upload': {
    post: documentUpload('uploadDataUrl', 'Upload a file as a data URL in JSON', {
      'application/json': {
        schema: jsonUpload,
        example: {
          uploadToken: 'q1hQ2mGZ5l0n3o0m8mPZ3w9mHkq0bqkz6l2o7d5yqXc',
          image: `data:image/png;base64,${samplePicture}`,
          filename: 'passport.png',
        },
      },
    }),
  },
};

function documentUpload(
  operationId: string,
  summary: string,
  content: Readonly<Record<string, ZodOpenApiMediaTypeObject>>,
): ZodOpenApiOperationObject {
  return {
    tags: ['Uploads'],
    operationId,
    summary,
    description:
      'PNG, JPEG, GIF, WEBP, TIFF or PDF of at most 20 MB (20 × 1024 × 1024 bytes). The content decides on the type; a file name or media type that names another one is refused, none or `application/octet-stream` is not. On 401 fetch a new token and send once more.',
    security: [],
    requestBody: { required: true, content },
    'x-further-rules': {
      uploadToken: 'is a live one of `storage.upload.token`, else 401',
      content: 'is whole and of one of the types, else 400 or 415',
      filename: 'and media type name no other type than the content, else 415',
    },
    responses: {
      '200': {
        description: 'The file is stored.',
        headers: { 'x-request-id': { $ref: '#/components/headers/requestId' } },
        content: {
          'application/json': {
            schema: uploadAnswer,
            example: { ...accepted, data: stored },
          },
        },
      },
      ...Object.fromEntries(
        refusals.map((status) => [
          String(status),
          { $ref: `#/components/responses/${status === 401 ? 'UploadToken401' : `Error${status}`}` },
        ]),
      ),
    },
  };
}

/** A token that is missing, unknown or expired (interface specification 7.3; docs/interface.md 4). */
export const uploadTokenResponse = {
  UploadToken401: {
    description: 'The upload token is missing, unknown or has expired: get a new one.',
    headers: {
      'x-request-id': { $ref: '#/components/headers/requestId' },
      'x-error-detail': { $ref: '#/components/headers/errorDetail' },
    },
    content: {
      'application/json': {
        schema: gatewayError,
        example: { apiCode: 999303, apiMsg: 'API_NON_AUTHORIZED', data: null },
      },
    },
  },
};
