import manifest from '../../package.json' with { type: 'json' };
import { type OperationName, operations } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import { block, requestFile } from './bruno-file.ts';
import { examples, samplePicture } from './openapi-examples.ts';
import { describeOperation, tagOf } from './openapi-operation.ts';
import { newestVersion } from './openapi-schemas.ts';

/** The Bruno collection of the gateway, `clients/bruno`: its files by path, derived from the contract. */
export function brunoCollection(): Readonly<Record<string, string | Uint8Array>> {
  return {
    'bruno.json': `${JSON.stringify({ version: '1', name: 'Gatehouse', type: 'collection', ignore: [] }, null, 2)}\n`,
    'collection.bru': [block('script:pre-request', signingScript), block('docs', collectionDocs)].join('\n'),
    'README.md': readme,
    'environments/Demo.bru': block('vars', demoVariables),
    [sampleFile]: Buffer.from(samplePicture, 'base64'),
    ...requestFiles(),
  };
}

const demoVariables = `baseUrl: {{process.env.GATEHOUSE_BASE_URL}}
apiKey: {{process.env.GATEHOUSE_API_KEY}}
apiSecret: {{process.env.GATEHOUSE_API_SECRET}}
domain: {{process.env.GATEHOUSE_DOMAIN}}`;

/** Runs before each request, in the safe sandbox too, which has no Node. */
const signingScript = `const CryptoJS = require('crypto-js');
const baseUrl = bru.interpolate('{{baseUrl}}');
bru.setVar('storageUrl', baseUrl.replace(/gateway$/, 'storage'));
if (req.getUrl().includes('{{sign}}')) {
  const secret = bru.interpolate('{{apiSecret}}');
  if (secret === '' || secret.includes('{{')) throw new Error('apiSecret is not set: see the docs of the collection');
  // Variables are filled in first: what is signed are the bytes that are sent.
  const body = bru.interpolate(req.getBody({ raw: true }));
  req.setBody(body, { raw: true });
  bru.setVar('sign', CryptoJS.HmacSHA256(body, secret).toString());
}`;

const collectionDocs = `# Gatehouse ${manifest.version}

One request for each operation of the gateway, signed before it is sent, and the two uploads.

The environment Demo takes address, key, secret and domain from \`.env\` in this folder, or from the process's environment:
\`cp data/demo.env clients/bruno/.env\` after \`npm start\`. For another deployment, write its values there.

A submit, a scan and an upload token keep what the requests after them need: run a folder from its first request.`;

/** What a reader of the folder sees without Bruno. */
const readme = `${collectionDocs}

Open this folder in [Bruno](https://www.usebruno.com) and choose the environment Demo, or send all requests on the command line:

\`\`\`sh
npx @usebruno/cli@4.1.0 run -r --env Demo
\`\`\`

\`npm run docs\` writes this folder from the contract; edit nothing here. [docs/clients.md](../../docs/clients.md#bruno) has more.
`;

/** Variables that the answer of an operation sets, each with its place in \`data\`. */
const kept: Readonly<Partial<Record<OperationName, readonly [variable: string, member: string]>>> = {
  'workflow.apply.submit': ['executionId', 'executionId'],
  'quickscan.submit': ['scanId', 'id'],
  'storage.upload.token': ['uploadToken', 'uploadToken'],
};

function requestFiles(): Record<string, string> {
  const files: Record<string, string> = {};
  const byFolder = Map.groupBy(Object.values(operations) as Operation[], tagOf);
  for (const [folder, members] of byFolder) {
    members.forEach((operation, index) => {
      files[`${folder}/${operation.name}.bru`] = operationRequest(operation, index + 1);
    });
  }
  return { ...files, ...uploadRequests((byFolder.get('Uploads')?.length ?? 0) + 1) };
}

function operationRequest(operation: Operation, place: number): string {
  const { name, title, idempotencyKey } = operation;
  const { request, data } = examples[name as OperationName];
  const variable = kept[name as OperationName];
  return requestFile({
    name,
    place,
    url: `{{baseUrl}}?api=${name}&apiVersion=${newestVersion(operation)}&apiKey={{apiKey}}&sign={{sign}}`,
    headers: ['x-domain: {{domain}}', ...(idempotencyKey === 'kept' ? ['~Idempotency-Key: {{$guid}}'] : [])],
    body: ['json', withVariables(JSON.stringify(request, null, 2))],
    asserts: ['res.body.apiCode: eq 200', ...(hasCode(data) ? ['res.body.data.code: eq 200'] : [])],
    ...(variable && {
      script: `if (res.body.apiCode === 200) bru.setVar('${variable[0]}', res.body.data.${variable[1]});`,
    }),
    docs: `${title}.\n\n${describeOperation(operation)}`,
  });
}

function hasCode(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'code' in data;
}

/** The example's own ids, replaced by the variables that earlier requests set. */
function withVariables(json: string): string {
  let text = json;
  for (const [name, [variable, member]] of Object.entries(kept)) {
    const { [member]: value } = examples[name as OperationName].data as Record<string, unknown>;
    text = text.replaceAll(JSON.stringify(value), `"{{${variable}}}"`);
  }
  return text;
}

const sampleFile = 'sample.png';

function uploadRequests(place: number): Record<string, string> {
  const image = `data:image/png;base64,${samplePicture}`;
  const json = JSON.stringify({ uploadToken: '{{uploadToken}}', image, filename: sampleFile }, null, 2);
  const form = `uploadToken: {{uploadToken}}\nfile: @file(${sampleFile})`;
  const upload = {
    headers: [],
    asserts: ['res.body.apiCode: eq 200', 'res.body.data.content_type: eq image/png'],
  };
  return {
    'Uploads/upload file.bru': requestFile({
      ...upload,
      name: 'upload file',
      place,
      url: '{{storageUrl}}/api/v1/upload/file',
      body: ['multipart-form', form],
      docs: 'Upload a file as a multipart form. Unsigned: the token counts.',
    }),
    'Uploads/upload data URL.bru': requestFile({
      ...upload,
      name: 'upload data URL',
      place: place + 1,
      url: '{{storageUrl}}/api/v1/upload',
      body: ['json', json],
      docs: 'Upload a file as a data URL in JSON. Unsigned: the token counts.',
    }),
  };
}
