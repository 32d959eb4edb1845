/** The version of this package. */
export const sdkVersion = '0.1.0';

/** Where the runtimes say what they are. */
interface RuntimeScope {
  readonly navigator?: { readonly userAgent?: string } | undefined;
  readonly process?: { readonly versions?: { readonly node?: string } } | undefined;
}

/** `User-Agent` of every request: the caller's own name first, then the SDK and what it runs on. */
export function userAgentOf(
  application: string | undefined,
  scope: RuntimeScope = globalThis as RuntimeScope,
): string {
  const node = scope.process?.versions?.node;
  // Node 20 has no navigator; the others name themselves there, as `Bun/1.2`.
  const runtime = scope.navigator?.userAgent ?? (node === undefined ? undefined : `Node.js/${node}`);
  return [application, `gatehouse-sdk/${sdkVersion}`, runtime].filter((part) => part !== undefined).join(' ');
}
