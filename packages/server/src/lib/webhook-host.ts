/** The host of an address that may contain placeholders; undefined: a placeholder names it, or nothing does. */
export function literalHost(url: string): string | undefined {
  const authority = /^https?:\/\/([^/?#\\]*)/i.exec(url)?.[1];
  if (authority === undefined || /[{}]/.test(authority)) return undefined;
  const address = `http://${authority}`;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}

/** Whether a host is among those that a tenant lets webhooks call: by its name, or below a `*.` of its parent. */
export function isAllowedHost(host: string, allowed: readonly string[] | null): boolean {
  if (allowed === null) return true;
  return allowed.some((entry) => (entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry));
}

/** Why an address may not be called, and who can change that; undefined: it may. */
export function hostFault(host: string, allowed: readonly string[] | null): string | undefined {
  if (isAllowedHost(host, allowed)) return undefined;
  return `the host ${host} is not among those that webhooks may call: an admin adds it in the settings (Webhook hosts), or the tenant file does (webhookHosts)`;
}
