/** Programs that call the gateway, complete as they are: the secret alone is taken from the environment. */

export interface SnippetOf {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly domain: string;
}

export const snippetLanguages = ['curl', 'TypeScript', 'Python'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

/** How each is run, with the name of the file that it is kept in. */
export const runsAs: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'sh scan.sh',
  TypeScript: 'node scan.ts',
  Python: 'python3 scan.py',
};

/** Seconds after which a program waits no longer. */
const mostSeconds = 120;

/** What the programs call between them, for which a key has to be good. */
export const snippetOperations = { first: 'quickscan.submit', second: 'quickscan.detail' } as const;

/** A quick scan of the tenant's own list, which takes no credit. */
const input = {
  data: { name: 'Jane Example', customerType: 'Individual', providers: ['WATCHLIST'] },
};

export function snippet(language: SnippetLanguage, props: SnippetOf): string {
  switch (language) {
    case 'curl':
      return curl(props);
    case 'TypeScript':
      return typeScript(props);
    case 'Python':
      return python(props);
  }
}

function curl({ baseUrl, apiKey, domain }: SnippetOf): string {
  return `# GATEHOUSE_API_SECRET holds the secret of ${apiKey}. Needs curl and openssl.
# While openssl runs, the process list shows its arguments, and so the secret. Do not use it on shared machines.
set -eu
body='${JSON.stringify(input)}'
sign=$(printf %s "$body" | openssl dgst -sha256 -hmac "$GATEHOUSE_API_SECRET" | sed 's/^.* //')
curl -sS "${baseUrl}?api=quickscan.submit&apiVersion=1.0.0&apiKey=${apiKey}&sign=$sign" \\
  -H 'Content-Type: application/json' -H 'x-domain: ${domain}' --data-binary "$body"
`;
}

/** Apart from the program, so that it is not taken for an import of this file. */
const nodeImport = "import { createHmac } from 'node:crypto';";

function typeScript({ baseUrl, apiKey, domain }: SnippetOf): string {
  return `// GATEHOUSE_API_SECRET holds the secret of ${apiKey}. Needs Node 24 and nothing else.
${nodeImport}

const secret = process.env['GATEHOUSE_API_SECRET'] ?? '';

async function call(api: string, apiVersion: string, input: object): Promise<any> {
  const body = JSON.stringify(input); // once: the bytes that are signed are the bytes that are sent
  const sign = createHmac('sha256', secret).update(body).digest('hex');
  const query = new URLSearchParams({ api, apiVersion, apiKey: ${JSON.stringify(apiKey)}, sign });
  const response = await fetch(\`${baseUrl}?\${query}\`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'x-domain': ${JSON.stringify(domain)} },
    body,
  });
  const answer: any = await response.json();
  if (answer.apiCode !== 200) throw new Error(\`\${answer.apiCode} \${answer.apiMsg}\`);
  return answer.data;
}

const { id } = await call('quickscan.submit', '1.0.0', ${JSON.stringify(input)});
let scan: any;
const end = Date.now() + ${mostSeconds * 1000};
do {
  if (Date.now() > end) throw new Error(\`scan \${id} was not done within ${mostSeconds} s\`);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  scan = await call('quickscan.detail', '1.0.0', { data: { id } });
} while (scan.status === 'RUNNING');
console.log(JSON.stringify(scan));
`;
}

function python({ baseUrl, apiKey, domain }: SnippetOf): string {
  return `# GATEHOUSE_API_SECRET holds the secret of ${apiKey}. Needs Python 3 and nothing else.
import hashlib, hmac, json, os, time
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

secret = os.environ["GATEHOUSE_API_SECRET"].encode()

def call(api, version, data):
    body = json.dumps(data).encode()  # once: the bytes that are signed are the bytes that are sent
    sign = hmac.new(secret, body, hashlib.sha256).hexdigest()
    query = urlencode({"api": api, "apiVersion": version, "apiKey": ${JSON.stringify(apiKey)}, "sign": sign})
    headers = {"Content-Type": "application/json", "x-domain": ${JSON.stringify(domain)}}
    request = Request("${baseUrl}?" + query, data=body, headers=headers, method="POST")
    try:
        with urlopen(request, timeout=30) as response:
            answer = json.load(response)
    except HTTPError as refusal:
        answer = json.load(refusal)
    if answer["apiCode"] != 200:
        raise RuntimeError(f'{answer["apiCode"]} {answer["apiMsg"]}')
    return answer["data"]

scan = call("quickscan.submit", "1.0.0", ${JSON.stringify(input)})
end = time.monotonic() + ${mostSeconds}
while scan["status"] == "RUNNING":
    if time.monotonic() > end:
        raise TimeoutError(f'scan {scan["id"]} was not done within ${mostSeconds} s')
    time.sleep(1)
    scan = call("quickscan.detail", "1.0.0", {"data": {"id": scan["id"]}})
print(json.dumps(scan))
`;
}
