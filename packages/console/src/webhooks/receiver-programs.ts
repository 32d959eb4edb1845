import type { defaultSignatureHeaders } from '@gatehouse/contract';

/** Programs that take a webhook's calls, complete as they are: the secret alone is taken from the environment. */

/** What of a definition its receiver has to know. */
export interface SignatureOf {
  readonly payloadFormat?: 'TIMESTAMP_BODY' | 'BODY';
  readonly signatureHeader?: string;
  readonly timestampHeader?: string;
}

export const receiverLanguages = ['TypeScript', 'Python'] as const;
export type ReceiverLanguage = (typeof receiverLanguages)[number];

/** How each is run, with the name of the file that it is kept in. */
export const runsAs: Readonly<Record<ReceiverLanguage, string>> = {
  TypeScript: 'node receive.ts',
  Python: 'python3 receive.py',
};

const usual: typeof defaultSignatureHeaders = {
  signatureHeader: 'X-Webhook-Signature',
  timestampHeader: 'X-Webhook-Timestamp',
};

export function receiverProgram(language: ReceiverLanguage, signature: SignatureOf): string {
  return language === 'TypeScript' ? typeScript(signature) : python(signature);
}

/** Apart from the program, so that they are not taken for imports of this file. */
const nodeImport = "import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';";
const sdkImport = "import { constructEvent, WebhookVerificationError } from '@gatehouse/sdk';";

/** The library checks, as in docs/webhooks.md; it gets only options that are not the default. */
function typeScript({ payloadFormat, signatureHeader, timestampHeader }: SignatureOf): string {
  const options = [
    ...(payloadFormat === 'BODY' ? ["payloadFormat: 'BODY'"] : []),
    ...unusual('signatureHeader', signatureHeader),
    ...unusual('timestampHeader', timestampHeader),
  ];
  return `// WEBHOOK_SECRET holds the webhook's secret. During a rotation, WEBHOOK_OTHER_SECRET holds the other one.
// Needs Node 24 and @gatehouse/sdk.
${nodeImport}
${sdkImport}

const { WEBHOOK_SECRET, WEBHOOK_OTHER_SECRET, PORT = '3000' } = process.env;
const secret = [WEBHOOK_SECRET, WEBHOOK_OTHER_SECRET].filter((one) => one !== undefined);

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > 1_048_576) return void response.writeHead(413).end(); // nobody is verified yet
    chunks.push(chunk);
  }
  const rawBody = Buffer.concat(chunks); // the raw bytes, before any parsing

  const event = constructEvent(rawBody, request.headers, { ${['secret', ...options].join(', ')} });
  console.log(event.webhookId, event.body); // a webhookId seen before is a repeat
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
}

const server = createServer((request, response) => {
  receive(request, response).catch((error: unknown) => {
    if (error instanceof WebhookVerificationError) response.writeHead(401).end(error.reason);
    else response.writeHead(500).end(); // the service sends it again
  });
});
server.listen(Number(PORT), '127.0.0.1', () => console.log('listening on', PORT));
`;
}

function unusual(name: keyof typeof usual, value: string | undefined): string[] {
  return value === undefined || value === usual[name] ? [] : [`${name}: ${JSON.stringify(value)}`];
}

function python({ payloadFormat, signatureHeader, timestampHeader }: SignatureOf): string {
  const signed = payloadFormat === 'BODY' ? 'body' : 'stamps[0].encode() + b"\\n" + body';
  return `# WEBHOOK_SECRET holds the webhook's secret. During a rotation, WEBHOOK_OTHER_SECRET holds the other one.
# Needs Python 3 and nothing else.
import hashlib, hmac, json, os, re, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

secrets = [os.environ["WEBHOOK_SECRET"].encode()]
if "WEBHOOK_OTHER_SECRET" in os.environ:
    secrets.append(os.environ["WEBHOOK_OTHER_SECRET"].encode())
signature_header = ${JSON.stringify(signatureHeader ?? usual.signatureHeader)}
timestamp_header = ${JSON.stringify(timestampHeader ?? usual.timestampHeader)}

def refusal(headers, body):
    """Why a request is not to be believed, in the words of docs/webhooks.md; None for the service's own."""
    stamps = headers.get_all(timestamp_header, [])
    if not stamps:
        return "timestampMissing"
    if len(stamps) > 1 or not re.fullmatch("0|[1-9][0-9]{0,15}", stamps[0]):
        return "timestampMalformed"
    if abs(time.time() * 1000 - int(stamps[0])) > 5 * 60 * 1000:
        return "timestampOutOfTolerance"
    if signature_header not in headers:
        return "signatureMissing"
    given = []
    for suffix in ("", "-Next", "-Previous"):  # the last two only during a rotation of the secret
        values = headers.get_all(signature_header + suffix, [])
        if len(values) > 1 or not all(re.fullmatch("[0-9a-f]{64}", value) for value in values):
            return "signatureMalformed"
        given += values
    signed = ${signed}  # the raw bytes, before any parsing
    expected = [hmac.new(secret, signed, hashlib.sha256).hexdigest() for secret in secrets]
    matches = [hmac.compare_digest(one, other) for one in expected for other in given]
    return None if any(matches) else "signatureMismatch"

class Receiver(BaseHTTPRequestHandler):
    def receive(self):
        size = int(self.headers.get("Content-Length", 0))
        if size > 1_048_576:  # nobody is verified yet
            return self.answer(413, "")
        body = self.rfile.read(size)
        reason = refusal(self.headers, body)
        if reason is not None:
            return self.answer(401, reason)
        inputs = json.loads(body) if body else None
        print(self.headers["X-Webhook-Id"], inputs, flush=True)  # an id seen before is a repeat
        self.answer(200, "{}")

    def answer(self, status, text):
        self.send_response(status)
        self.send_header("Content-Type", "application/json" if status == 200 else "text/plain")
        self.end_headers()
        self.wfile.write(text.encode())

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = receive

port = int(os.environ.get("PORT", 3000))
server = ThreadingHTTPServer(("127.0.0.1", port), Receiver)
print("listening on", port, flush=True)
server.serve_forever()
`;
}
