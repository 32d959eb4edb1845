import ipaddr from 'ipaddr.js';
import { type Config, loadConfig, SettingError } from '../../config/index.ts';
import { isLoopback } from '../../lib/loopback.ts';
import { type Finding, findingsOf } from './doctor-finding.ts';

const settings = findingsOf('settings');
const addresses = findingsOf('addresses');

/** All settings, usable or not; without a config when one stops the start. */
export function checkSettings(
  env: NodeJS.ProcessEnv,
  file: string | undefined,
): { readonly config: Config | undefined; readonly findings: readonly Finding[] } {
  try {
    const { config, warnings } = loadConfig(env, file);
    const findings: Finding[] = warnings.map((line) => settings.warning(`${line}; it has no effect`));
    if (findings.length === 0) findings.push(settings.ok('all settings are valid'));
    return { config, findings: [...findings, ...checkAddresses(config)] };
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return { config: undefined, findings: error.message.split('\n').map((line) => settings.broken(line)) };
  }
}

/** Whether the addresses given to callers, and the limits of outgoing calls, make sense. */
function checkAddresses(config: Config): Finding[] {
  const findings = [...checkPublicUrl(config), ...config.egressAllow.flatMap(checkExemption)];
  if (!isLoopback(config.metricsHost) && config.metricsPort !== 0) {
    findings.push(
      addresses.warning(
        `metrics are served on ${config.metricsHost}:${config.metricsPort} without a password; restrict that port to the scraper`,
      ),
    );
  }
  return findings;
}

function checkPublicUrl({ publicUrl, host }: Config): Finding[] {
  if (publicUrl === undefined) {
    if (isLoopback(host)) return [addresses.ok(`listens on ${host}, for callers on this machine`)];
    return [
      addresses.warning(
        `listens on ${host} and GATEHOUSE_PUBLIC_URL is not set: links would contain the address of this machine; set it to the https URL that callers use`,
      ),
    ];
  }
  const { protocol, hostname, pathname } = new URL(publicUrl);
  if (/\/(gateway|storage|console|verify)$/.test(pathname)) {
    return [
      addresses.warning(
        `GATEHOUSE_PUBLIC_URL ${publicUrl} ends with a path that is appended anyway (the gateway would be ${publicUrl}/gateway); remove that path`,
      ),
    ];
  }
  if (protocol === 'http:' && !isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))) {
    return [
      addresses.warning(
        `GATEHOUSE_PUBLIC_URL ${publicUrl} is not encrypted: signed calls can be read and replayed in transit; put TLS in front of the service and use its https URL`,
      ),
    ];
  }
  return [addresses.ok(`callers reach the service at ${publicUrl}`)];
}

/** Cloud metadata services answer here, with credentials. */
const metadataAddress = ipaddr.parse('169.254.169.254');

/** What an exemption from the rule that outgoing calls reach public addresses only would open. */
function checkExemption(entry: string): Finding[] {
  const name = `GATEHOUSE_EGRESS_ALLOW ${entry}`;
  if (!ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry)) return [];
  const [network, bits] = ipaddr.isValidCIDR(entry)
    ? ipaddr.parseCIDR(entry)
    : [ipaddr.parse(entry), undefined];
  if (bits !== undefined && bits <= (network.kind() === 'ipv4' ? 7 : 15)) {
    return [
      addresses.warning(
        `${name} allows nearly every private address; list only the hosts that webhooks need`,
      ),
    ];
  }
  if (network.kind() !== 'ipv4') return [];
  if (metadataAddress.match(network as ipaddr.IPv4, bits ?? 32)) {
    return [
      addresses.warning(`${name} allows the cloud metadata service, which returns credentials; remove it`),
    ];
  }
  return [];
}
