import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, hasPrograms } from './installed-tools.ts';

/**
 * Images built by buildah without an engine and without a registry of images: their bases are made of Debian packages and of
 * the Node that runs the tests, under the names that the container file asks for.
 */

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const containerFile = join(repository, 'deploy/container/Containerfile');
/** What Kubernetes and others give to a container that may do nothing. */
const unprivilegedUid = 65_534;

/** Whether images can be built and run here; says in one line why they cannot. */
export function canBuildImages(): boolean {
  const install = 'apt-get install --no-install-recommends buildah mmdebstrap';
  if (!hasPrograms('The image', { buildah: install, mmdebstrap: install, npm: 'comes with Node' }))
    return false;
  if (process.getuid?.() === 0) return true;
  process.stderr.write('The image is skipped: it is mounted read-only, which needs root\n');
  return false;
}

/** What an image says of how it is run. */
interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Volumes: Readonly<Record<string, unknown>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface BuiltImage {
  readonly config: ImageConfig;
  /** Where its files are. */
  readonly root: string;
}

export interface ImageStore {
  /** Builds a target of the container file, from an image of this store in place of the stage `base` where one is named. */
  build(target: string, from?: string): BuiltImage;
  remove(): void;
}

/** A store of images of its own in a temporary directory, with the bases in it; takes half a minute. */
export function createImageStore(): ImageStore {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-images-'));
  const place = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah = (...commandLine: string[]): string =>
    execFileSync('buildah', [...place, ...commandLine], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    }).trim();
  makeBases(folder, buildah);
  return {
    build(target, from) {
      const tag = `gatehouse:${target}`;
      const base = from === undefined ? [] : ['--build-context', `base=container-image://localhost/${from}`];
      const how = ['--isolation', 'chroot', '--pull-never', '--layers=false', '--format', 'docker'];
      buildah('bud', ...how, ...base, '--file', containerFile, '--target', target, '--tag', tag, repository);
      const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', tag)) as {
        Docker: { config: ImageConfig };
      };
      const container = buildah('from', '--pull-never', tag);
      return { config: Docker.config, root: buildah('mount', container) };
    },
    remove() {
      buildah('umount', '--all');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Names of the bases as the container file has them, so that the test follows it. */
function baseName(argument: string): string {
  const name = new RegExp(`^ARG ${argument}=(\\S+)$`, 'm').exec(readFileSync(containerFile, 'utf8'))?.[1];
  if (name === undefined) throw new Error(`the container file has no ${argument}`);
  return name;
}

function makeBases(folder: string, buildah: (...commandLine: string[]) => string): void {
  const debian = join(folder, 'debian.tar');
  execFileSync('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', debian], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const container = buildah('from', 'scratch');
  buildah('add', container, debian, '/');
  const root = buildah('mount', container);
  // The machine may trust more than Debian does, such as a registry of its own.
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  cpSync(certificates, join(root, certificates));
  buildah('commit', '--quiet', container, baseName('BASE_IMAGE'));
  cpSync(realpathSync(process.execPath), join(root, 'usr/local/bin/node'));
  cpSync(nodeLicence(), join(root, 'usr/local/LICENSE'));
  cpSync(npmFolder(), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container);
  buildah('commit', '--quiet', container, baseName('NODE_IMAGE'));
  buildah('rm', container);
}

/** The image of Node has the licence at `/usr/local`; its packages have it beside `bin`. */
function nodeLicence(): string {
  return join(dirname(dirname(realpathSync(process.execPath))), 'LICENSE');
}

function npmFolder(): string {
  return dirname(dirname(realpathSync(findProgram('npm') ?? 'npm')));
}

/**
 * Runs a program in an image's root as an engine with `--read-only --user 65534:65534 --tmpfs /tmp` does: as process 1 of
 * its own, with the data directory alone to write to. The network is the machine's.
 */
export function runInImage(
  { config, root }: BuiltImage,
  run: { readonly dataDir: string; readonly env?: readonly string[]; readonly command?: readonly string[] },
): ChildProcess {
  const command = run.command ?? [...config.Entrypoint, ...config.Cmd];
  const [volume] = Object.keys(config.Volumes);
  const script = [
    'set -e; root=$1; data=$2; volume=$3; shift 3',
    'mount --make-rprivate /',
    'mount --bind "$root" "$root" && mount -o remount,bind,ro "$root"',
    'mount --bind "$data" "$root$volume" && mount -t tmpfs tmpfs "$root/tmp"',
    'mount -t proc proc "$root/proc" && mount --bind /dev "$root/dev"',
    `exec chroot --userspec=${unprivilegedUid}:${unprivilegedUid} --groups= "$root" env -i -C "$volume" "$@"`,
  ].join('\n');
  const named = ['sh', '-c', script, 'sh', root, run.dataDir, volume!, ...config.Env, ...(run.env ?? [])];
  return spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', ...named, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The process in the image, as this machine numbers it. */
export function processInImage(running: ChildProcess): number {
  const children = readFileSync(`/proc/${running.pid}/task/${running.pid}/children`, 'utf8');
  return Number(children.trim());
}
