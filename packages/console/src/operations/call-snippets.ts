/** Programs that make a call of the gateway, complete as they are: the secret alone is taken from the environment. */

export interface CallSnippet {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly domain: string;
  readonly operation: string;
  readonly apiVersion: string;
  /** Whether the clients send it unless they are told otherwise. */
  readonly isClientVersion: boolean;
  readonly idempotencyKey: string | undefined;
  /** As it was typed. */
  readonly body: string;
  /** What it is as JSON; undefined where it is none. */
  readonly value: unknown;
}

const callLanguages = ['curl', 'TypeScript', 'Python', 'gatehouse call'] as const;
export type CallLanguage = (typeof callLanguages)[number];

/** How each is run, with the name of the file that it is kept in. */
export const callRunsAs: Readonly<Record<CallLanguage, string>> = {
  curl: 'sh call.sh',
  TypeScript: 'node call.ts',
  Python: 'python3 call.py',
  'gatehouse call': 'sh call.sh',
};

/** The languages that can make this call: the clients take values, and the one for Python the version that it has. */
export function languagesFor({ value, isClientVersion }: CallSnippet): readonly CallLanguage[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ['curl'];
  return callLanguages.filter((language) => language !== 'Python' || isClientVersion);
}

export function callSnippet(language: CallLanguage, snippet: CallSnippet): string {
  switch (language) {
    case 'curl':
      return curl(snippet);
    case 'TypeScript':
      return typeScript(snippet);
    case 'Python':
      return python(snippet);
    case 'gatehouse call':
      return commandLine(snippet);
  }
}

/** Fetches a token and uploads a file with it, which pages do not do. */
export function uploadSnippet(storageUrl: string): string {
  return `# TOKEN is data.uploadToken of storage.upload.token.
curl -sS ${quoted(`${storageUrl}/api/v1/upload/file`)} -F uploadToken="$TOKEN" -F file=@passport.png
`;
}

function curl({ baseUrl, apiKey, domain, operation, apiVersion, idempotencyKey, body }: CallSnippet): string {
  const query = new URLSearchParams({ api: operation, apiVersion, apiKey }).toString();
  const header = idempotencyKey === undefined ? '' : ` -H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`;
  return `# GATEHOUSE_API_SECRET holds the secret of ${apiKey}. Needs curl and openssl.
# While openssl runs, the process list shows its arguments, and so the secret. Do not use it on shared machines.
set -eu
body=${quoted(body)}
sign=$(printf %s "$body" | openssl dgst -sha256 -hmac "$GATEHOUSE_API_SECRET" | sed 's/^.* //')
curl -sS "${baseUrl}?${query}&sign=$sign" \\
  -H 'Content-Type: application/json' -H ${quoted(`x-domain: ${domain}`)}${header} --data-binary "$body"
`;
}

/** Apart from the program, so that it is not taken for an import of this file. */
const sdkImport = "import { createClient } from '@gatehouse/sdk';";

function typeScript(snippet: CallSnippet): string {
  const { baseUrl, apiKey, domain, operation, apiVersion, isClientVersion, idempotencyKey, value } = snippet;
  const options = {
    ...(isClientVersion ? {} : { version: apiVersion }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
  const further = Object.keys(options).length === 0 ? '' : `, ${JSON.stringify(options)}`;
  return `// GATEHOUSE_API_SECRET holds the secret of ${apiKey}. Needs @gatehouse/sdk.
${sdkImport}

const client = createClient({
  baseUrl: ${JSON.stringify(baseUrl)},
  apiKey: ${JSON.stringify(apiKey)},
  secret: process.env['GATEHOUSE_API_SECRET'] ?? '',
  domain: ${JSON.stringify(domain)},
});
const data = await client.call(${JSON.stringify(operation)}, ${JSON.stringify(value, null, 2)}${further});
console.log(JSON.stringify(data));
`;
}

function python({ baseUrl, apiKey, domain, operation, idempotencyKey, value }: CallSnippet): string {
  const further = idempotencyKey === undefined ? '' : `, idempotency_key=${JSON.stringify(idempotencyKey)}`;
  return `# GATEHOUSE_API_SECRET holds the secret of ${apiKey}. Needs gatehouse-client.
import json, os
from gatehouse_client import Client

client = Client(
    ${JSON.stringify(baseUrl)},
    api_key=${JSON.stringify(apiKey)},
    secret=os.environ["GATEHOUSE_API_SECRET"],
    domain=${JSON.stringify(domain)},
)
data = client.call(${JSON.stringify(operation)}, ${pythonOf(value, '')}${further})
print(json.dumps(data))
`;
}

function commandLine({ baseUrl, apiKey, domain, operation, apiVersion, ...snippet }: CallSnippet): string {
  const { isClientVersion, idempotencyKey, value } = snippet;
  return [
    `# GATEHOUSE_API_SECRET holds the secret of ${apiKey}. Run it in a clone of Gatehouse.`,
    `npx --no gatehouse call ${operation} \\`,
    ...(isClientVersion ? [] : [`  --version ${apiVersion} \\`]),
    ...(idempotencyKey === undefined ? [] : [`  --idempotency-key ${quoted(idempotencyKey)} \\`]),
    `  --base-url ${quoted(baseUrl)} --api-key ${quoted(apiKey)} --domain ${quoted(domain)} \\`,
    `  --data ${quoted(JSON.stringify(value))}`,
    '',
  ].join('\n');
}

/** A text as a shell takes it whole. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A JSON value as Python writes it. */
function pythonOf(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const parts = Array.isArray(value)
    ? value.map((element) => pythonOf(element, inner))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${pythonOf(member, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}
