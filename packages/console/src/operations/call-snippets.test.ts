import { describe, expect, it } from 'vitest';
import { type CallSnippet, callSnippet, languagesFor } from './call-snippets.ts';

const value = { data: { name: "Jane O'Hara", isNew: true, note: null, aliases: ['J. "O" Hara'] } };
const snippet: CallSnippet = {
  baseUrl: 'https://gatehouse.example/gateway',
  apiKey: 'ak_1',
  domain: 'retail',
  operation: 'quickscan.submit',
  apiVersion: '1.0.0',
  isClientVersion: true,
  idempotencyKey: undefined,
  body: JSON.stringify(value),
  value,
};

describe('programs that make a call', () => {
  it('keep the body as it is, in a shell', () => {
    const kept = snippet.body.replace("'", "'\\''");
    expect(callSnippet('curl', snippet)).toContain(`\nbody='${kept}'\n`);
    const command = callSnippet('gatehouse call', { ...snippet, idempotencyKey: "it's" });
    expect(command).toContain(`  --data '${kept}'\n`);
    expect(command).toContain(" --idempotency-key 'it'\\''s' ");
  });

  it('keep it in Python, which writes some values otherwise', () => {
    expect(callSnippet('Python', snippet)).toContain(`client.call("quickscan.submit", {
    "data": {
        "name": "Jane O'Hara",
        "isNew": True,
        "note": None,
        "aliases": [
            "J. \\"O\\" Hara",
        ],
    },
})`);
  });

  it('name the version where it is not the newest, and the idempotency key', () => {
    const older = { ...snippet, isClientVersion: false, idempotencyKey: 'k-1' };
    expect(callSnippet('TypeScript', older)).toContain(', {"version":"1.0.0","idempotencyKey":"k-1"});');
    expect(callSnippet('TypeScript', snippet)).toMatch(/\n\}\);\nconsole/);
    expect(callSnippet('gatehouse call', older)).toContain('--version 1.0.0');
    expect(callSnippet('curl', older)).toContain("-H 'Idempotency-Key: k-1'");
  });

  it('are those that can make it', () => {
    expect(languagesFor(snippet)).toContain('Python');
    expect(languagesFor({ ...snippet, isClientVersion: false })).not.toContain('Python');
    expect(languagesFor({ ...snippet, body: '{', value: undefined })).toEqual(['curl']);
  });
});
