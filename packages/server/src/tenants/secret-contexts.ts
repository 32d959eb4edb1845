import type { Scope } from '../lib/scope.ts';
import type { SecretContext } from '../lib/secrets.ts';

/** The encryption context of each stored secret. Envelopes authenticate it, so these words can never change. */

export function apiKeySecretContext(tenantId: string, apiKey: string): SecretContext {
  return { tenantId, purpose: 'apiKey', row: apiKey };
}

export function webhookSecretContext(tenantId: string, webhookId: string): SecretContext {
  return { tenantId, purpose: 'webhook', row: webhookId };
}

export function messageContext({ tenantId, domain }: Scope, messageId: string): SecretContext {
  return { tenantId, purpose: 'message', row: JSON.stringify([domain, messageId]) };
}

export function codeAddressContext({ tenantId, domain }: Scope, codeId: string): SecretContext {
  return { tenantId, purpose: 'codeAddress', row: JSON.stringify([domain, codeId]) };
}

export function identityProviderContext(tenantId: string, providerId: string): SecretContext {
  return { tenantId, purpose: 'identityProvider', row: providerId };
}

export function totpContext(tenantId: string, email: string): SecretContext {
  return { tenantId, purpose: 'totp', row: email };
}
