import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FileFault, formatFault } from '../lib/yaml/file-fault.ts';
import { parseTenantFile, readTenantFile } from './tenant-file.ts';
import type { Environment } from './tenant-file-secrets.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-tenants-'));
});
afterAll(() => rm(folder, { recursive: true }));

const minimal = 'tenants:\n  - { id: acme, name: Acme, domains: [retail] }\n';

const workflow = `id: wf
name: Screening
eventType: MANUAL_CASE_EVENT
nodes:
  - { id: clear, type: decision, outcome: approve }
edges:
  - { from: start, to: clear }
`;

async function faultsOf(text: string, environment: Environment = {}): Promise<readonly FileFault[]> {
  const read = await parseTenantFile(join(folder, 'tenants.yaml'), text, environment);
  if (read.ok) throw new Error('the file should have been refused');
  return read.faults;
}

/** `line place: message` of each fault. */
async function linesOf(text: string, environment?: Environment): Promise<string[]> {
  return (await faultsOf(text, environment)).map(
    ({ line, place, message }) => `${line} ${place}: ${message}`,
  );
}

async function contentOf(text: string, environment: Environment = {}) {
  const read = await parseTenantFile(join(folder, 'tenants.yaml'), text, environment);
  if (!read.ok) throw new Error(read.faults.map(formatFault).join('\n'));
  return read.value;
}

describe('reading', () => {
  it('leaves open what a minimal tenant does not speak of, so that it stays as it is stored', async () => {
    const [tenant] = (await contentOf(minimal)).tenants;
    expect(tenant).toMatchObject({ apiKeys: [], users: [], watchlist: [] });
    for (const section of ['enabled', 'billingBlocked', 'events', 'quotas', 'quickScanCredits']) {
      expect(tenant).not.toHaveProperty(section);
    }
  });

  it('takes JSON, with tabs too', async () => {
    const json = JSON.stringify({ tenants: [{ id: 'acme', name: 'Acme', domains: ['retail'] }] }, null, '\t');
    expect((await contentOf(json)).tenants[0]?.id).toBe('acme');
  });

  describe('a file named .json', () => {
    const readJson = (text: string) => parseTenantFile(join(folder, 'tenants.json'), text, {});
    const json = (members: string) =>
      `{\n  "tenants": [\n    { "id": "acme", "name": "Acme"${members} }\n  ]\n}\n`;

    it('is read as JSON, and tells faults with their place like any other', async () => {
      const read = await readJson(json(', "domains": ["retail"]'));
      expect(read.ok && read.value.tenants[0]).toMatchObject({ id: 'acme', domains: ['retail'] });
      const faulty = await readJson(json(', "domains": ["retail"], "quota": {}'));
      expect(!faulty.ok && faulty.faults).toMatchObject([{ line: 3, column: 60, place: 'tenants[0].quota' }]);
    });

    it.each([
      ['a comment', json(', "domains": ["retail"] # all of them'), 3, 59],
      ['a comma too many', json(', "domains": ["retail",]'), 3, 58],
      ['a text without quotes', json(', "domains": [retail]'), 3, 49],
      ['a name that occurs twice', json(', "domains": ["retail"], "id": "other"'), 3, 60],
      ['YAML', minimal, 1, 1],
    ])('refuses %s, which YAML would take or mend', async (_what, text, line, column) => {
      const read = await readJson(text);
      expect(!read.ok && read.faults).toMatchObject([
        { line, column, message: expect.stringContaining('JSON') },
      ]);
    });
  });

  it('resolves secrets from the environment and keeps the webhook secret out of its definition', async () => {
    const text = `tenants:
  - id: acme
    name: Acme
    domains: [retail]
    apiKeys: [{ key: ak_one, secret: { env: KEY } }, { key: ak_two }]
    users: [{ email: Ana@Acme.test, password: { env: PASSWORD }, roles: [analyst] }]
    webhooks:
      - { id: wh, name: W, url: "https://a.test", signature: { type: HMAC_SHA256, secret: whsec } }
`;
    const environment = { KEY: '0123456789abcdef', PASSWORD: 'long enough' };
    const [tenant] = (await contentOf(text, environment)).tenants;
    expect(tenant?.apiKeys.map((key) => key.secret)).toEqual(['0123456789abcdef', undefined]);
    expect(tenant?.users[0]).toMatchObject({ email: 'ana@acme.test', password: 'long enough' });
    expect(tenant?.webhooks[0]?.secret).toBe('whsec');
    expect(JSON.stringify(tenant?.webhooks[0]?.definition)).not.toContain('whsec');
  });

  it('normalises watchlist countries and accepts quotas of events that are not enabled', async () => {
    const text = `tenants:
  - id: acme
    name: Acme
    domains: [retail]
    quotas: { KYC_EVENT: 5 }
    watchlist: [{ id: w1, name: Jane, countries: [sgp, SG, xk, NO] }]
`;
    const [tenant] = (await contentOf(text)).tenants;
    expect(tenant?.watchlist[0]?.countries).toEqual(['SG', 'XK', 'NO']);
    expect(tenant?.quotas).toEqual({ KYC_EVENT: 5 });
  });

  it("reads workflow files from the tenant file's folder, and inline workflows", async () => {
    await mkdir(join(folder, 'workflows'), { recursive: true });
    await writeFile(join(folder, 'workflows/one.yaml'), workflow);
    const inline = workflow.replace(/^/gm, '          ').trim();
    const text = `tenants:
  - id: acme
    name: Acme
    domains: [retail, corporate]
    workflows:
      - { file: workflows/one.yaml, domain: retail }
      - domain: corporate
        publish: false
        workflow:
          ${inline}
`;
    await writeFile(join(folder, 'tenants.yaml'), text);
    const read = await readTenantFile(join(folder, 'tenants.yaml'));
    if (!read.ok) throw new Error(read.faults.map(formatFault).join('\n'));
    const [first, second] = read.value.tenants[0]?.workflows ?? [];
    expect(first).toMatchObject({
      domain: 'retail',
      publish: true,
      file: join(folder, 'workflows/one.yaml'),
    });
    expect(second).toMatchObject({ domain: 'corporate', publish: false, definition: { id: 'wf' } });
    expect(first?.fault(['nodes', 0, 'type'], 'x')).toMatchObject({ line: 5, place: 'nodes[0].type' });
    expect(second?.fault(['name'], 'x')).toMatchObject({
      line: 11,
      place: 'tenants[0].workflows[1].workflow.name',
    });
  });
});

describe('faults', () => {
  it('are all listed at once, from the top, each with line, place and what would be right', async () => {
    const text = `tenants:
  - id: acme
    name: Acme
    domains: [retail]
    domain: retail
    events: [KYC_EVENTS]
    apiKeys:
      - { key: ak_one, secret: short, domains: [corporate] }
      - { key: ak_one, operations: [quickscan.sumbit], rate: { requests: 0, seconds: 1 } }
    users:
      - { email: nobody, roles: [boss], groups: }
    watchlist:
      - { id: w1, name: Jane, dateOfBirth: 1980, countries: [XX, Singapore] }
      - { id: w1, name: Joan, dateOfBirth: "1980-13" }
    workflows:
      - { file: missing.yaml, domain: retial }
  - { id: acme, domains: [] }
`;
    expect(await linesOf(text)).toEqual([
      '5 tenants[0].domain: is not a known key: did you mean domains?',
      '6 tenants[0].events[0]: must be one of KYC_EVENT, KYB_EVENT, TRANSACTION_EVENT, WEB3_TRANSACTION_EVENT, MANUAL_CASE_EVENT; did you mean KYC_EVENT?',
      '8 tenants[0].apiKeys[0].secret: must have at least 16 characters',
      '8 tenants[0].apiKeys[0].domains[0]: is not a domain of this tenant: known are retail',
      '9 tenants[0].apiKeys[1].key: is repeated: this API key is already in the file above',
      '9 tenants[0].apiKeys[1].operations[0]: is not an operation: did you mean quickscan.submit?',
      '9 tenants[0].apiKeys[1].rate.requests: must be at least 1',
      '11 tenants[0].users[0].email: must be an e-mail address',
      '11 tenants[0].users[0].roles[0]: must be one of admin, analyst, auditor, developer, operator',
      '11 tenants[0].users[0].groups: is empty: must be a list, or leave the key out',
      '13 tenants[0].watchlist[0].dateOfBirth: must be a text: put it in quotes',
      '13 tenants[0].watchlist[0].countries[0]: is not a country: must be an ISO 3166 code of two or three letters, as SG or SGP',
      '13 tenants[0].watchlist[0].countries[1]: must be a country code of two or three letters',
      '14 tenants[0].watchlist[1].id: is repeated: this watchlist entry is already in the file above',
      '14 tenants[0].watchlist[1].dateOfBirth: must be a date that exists',
      `16 tenants[0].workflows[0].file: ${join(folder, 'missing.yaml')} does not exist`,
      '16 tenants[0].workflows[0].domain: is not a domain of this tenant: did you mean retail?',
      '17 tenants[1].name: is missing: must be a text',
      '17 tenants[1].id: is repeated: this tenant is already in the file above',
      '17 tenants[1].domains: must have at least 1 entry',
    ]);
  });

  it('name an environment variable that is missing or too short, never its value', async () => {
    const text = `tenants:
  - id: acme
    name: Acme
    domains: [retail]
    apiKeys: [{ key: ak_one, secret: { env: ABSENT } }, { key: ak_two, secret: { env: SHORT } }]
`;
    expect(await linesOf(text, { SHORT: 'hunter2' })).toEqual([
      '5 tenants[0].apiKeys[0].secret: the environment variable ABSENT is not set',
      '5 tenants[0].apiKeys[1].secret: the value of the environment variable SHORT must have at least 16 characters',
    ]);
  });

  it('never quote the file, which may hold secrets', async () => {
    const texts = [
      'tenants:\n  - secret: "hunter2\n',
      'tenants:\n  - secret: hunter2: x: y\n',
      'tenants: [ { secret: @hunter2 } ]',
      'tenants:\n  - id: acme\n    secret: hunter2\n   key: hunter2\n',
      'tenants: [{ apiKeys: [{ key: hunter2, secret: hunter2, hidden: hunter2 }], users: [{ password: hunter }] }]',
      'tenants: !hunter2 []',
      'tenants: [*hunter2]',
    ];
    for (const text of texts) {
      const faults = (await faultsOf(text)).map(formatFault);
      expect(faults.length).toBeGreaterThan(0);
      expect(faults.join('\n')).not.toContain('hunter2');
    }
  });

  it('show workflow files that cannot be read with their own lines', async () => {
    await writeFile(join(folder, 'syntax.yaml'), 'id: wf\nid: wf\n');
    const text = `tenants:
  - id: acme
    name: Acme
    domains: [retail, corporate]
    workflows:
      - { file: syntax.yaml, domain: retail }
      - { file: syntax.yaml, domain: corporate }
      - { domain: retail }
`;
    const faults = (await faultsOf(text)).map((fault) => formatFault(fault).replaceAll(`${folder}/`, ''));
    expect(faults).toEqual([
      'syntax.yaml:2:1: the key id occurs twice in one mapping: keep one of them',
      'tenants.yaml:8:9: tenants[0].workflows[2]: needs either file or workflow',
    ]);
  });

  it('tell of a workflow that is given twice for one domain', async () => {
    await writeFile(join(folder, 'one.yaml'), workflow);
    const reference = '{ file: one.yaml, domain: retail }';
    expect(
      await linesOf(
        `tenants: [{ id: a, name: A, domains: [retail], workflows: [${reference}, ${reference}] }]`,
      ),
    ).toEqual(['1 tenants[0].workflows[1]: the workflow wf is already defined for the domain retail']);
  });
});

describe('files that are no tenant file', () => {
  it('are refused with their place: missing, a folder, not UTF-8, several documents, empty', async () => {
    const read = async (name: string) => {
      const result = await readTenantFile(join(folder, name));
      return result.ok ? 'read' : result.faults.map(formatFault).join('\n').replaceAll(`${folder}/`, '');
    };
    await mkdir(join(folder, 'directory'), { recursive: true });
    await writeFile(join(folder, 'latin1.yaml'), Buffer.from('tenants: [\xe9]', 'latin1'));
    await writeFile(join(folder, 'two.yaml'), `${minimal}---\n${minimal}`);
    await writeFile(join(folder, 'empty.yaml'), '');
    expect(await read('absent.yaml')).toBe('absent.yaml: does not exist');
    expect(await read('directory')).toBe('directory: is a folder, not a file');
    expect(await read('latin1.yaml')).toBe('latin1.yaml: is not UTF-8 text');
    expect(await read('two.yaml')).toBe('two.yaml:3:1: a file must hold one document: remove the "---"');
    expect(await read('empty.yaml')).toBe('empty.yaml:1:1: is empty: must be a mapping of keys to values');
  });

  it('are bounded in anchors that multiply, nesting and cycles', async () => {
    const levels = 'abcdefghij'.split('').map((name, index, all) => {
      const inner = index === 0 ? 'x' : `*${all[index - 1]}`;
      return `${name}: &${name} [${Array(10).fill(inner).join(', ')}]`;
    });
    expect((await faultsOf(levels.join('\n')))[0]?.message).toMatch(/multiply beyond bounds/);
    expect((await faultsOf('['.repeat(100_000)))[0]?.message).toMatch(/nested deeper than 64/);
    expect((await faultsOf(`tenants: ${'['.repeat(80)}${']'.repeat(80)}`))[0]?.message).toMatch(
      /nested deeper than 64/,
    );
    expect((await faultsOf('tenants: &a [*a]'))[0]?.message).toMatch(/themselves|contain itself/);
    expect((await faultsOf('tenants: "\\0"'))[0]?.message).toMatch(/U\+0000/);
    expect((await faultsOf('__proto__: { x: 1 }\nconstructor: 1')).length).toBeGreaterThan(0);
  });
});

describe('a section that is null', () => {
  const tenant = (section: string) =>
    `tenants:\n  - { id: acme, name: Acme, domains: [retail], ${section} }\n`;

  it.each([
    ['events', '[]'],
    ['quotas', '{}'],
    ['quickScanCredits', '0'],
    ['billingBlocked', 'false'],
    ['enabled', 'false'],
    ['environment', 'production'],
    ['uploadOrigins', '[]'],
    ['maxStoredBytes', '107374182400'],
    ['cases', '{}'],
    ['monitoring', '{ default: false }'],
    ['branding', '{}'],
    ['hosted', '{}'],
    ['signIn', '{}'],
    ['publishing', '{ secondApprover: false }'],
  ])('gets advice that works: %s is emptied by %s', async (section, advised) => {
    const [line] = await linesOf(tenant(`${section}: null`));
    expect(line).toBe(
      `2 tenants[0].${section}: is empty: leave it out to keep what is stored; ${line?.split('; ')[1]}`,
    );
    expect(line).toContain(`write ${advised} `);
    expect((await contentOf(tenant(`${section}: ${advised}`))).tenants).toHaveLength(1);
  });

  it('is told apart where no value empties it', async () => {
    expect(await linesOf(tenant('webhookHosts: null'))).toEqual([
      '2 tenants[0].webhookHosts: is empty: leave it out to keep what is stored; an admin lifts the limit in the settings of the console, and [] allows no host',
    ]);
    expect(await linesOf(tenant('apiKeys: null'))).toEqual([
      '2 tenants[0].apiKeys: is empty: leave it out; a tenant file deletes nothing, a key ends by enabled: false',
    ]);
    expect(await linesOf(tenant('reference: { required-form: null }'))).toEqual([
      '2 tenants[0].reference.required-form: is empty: leave it out to keep what is stored; write {} for what is bundled',
    ]);
    expect(await linesOf(tenant('apiKeys: [{ key: ak_one, calls: null }]'))).toEqual([
      '2 tenants[0].apiKeys[0].calls: is empty: must be a number, or leave the key out',
    ]);
    expect((await contentOf(tenant('reference: { required-form: {} }'))).tenants).toHaveLength(1);
  });
});
