import type { Scope } from '../lib/scope.ts';
import type { SecretPlace } from '../lib/secrets.ts';

/** Where each stored secret stands; bound into its envelope, so these words can never change. */

export function apiKeySecretPlace(tenantId: string, apiKey: string): SecretPlace {
  return { tenantId, purpose: 'apiKey', row: apiKey };
}

export function webhookSecretPlace(tenantId: string, webhookId: string): SecretPlace {
  return { tenantId, purpose: 'webhook', row: webhookId };
}

export function messagePlace({ tenantId, domain }: Scope, messageId: string): SecretPlace {
  return { tenantId, purpose: 'message', row: JSON.stringify([domain, messageId]) };
}

export function codeAddressPlace({ tenantId, domain }: Scope, codeId: string): SecretPlace {
  return { tenantId, purpose: 'codeAddress', row: JSON.stringify([domain, codeId]) };
}

export function identityProviderPlace(tenantId: string, providerId: string): SecretPlace {
  return { tenantId, purpose: 'identityProvider', row: providerId };
}

export function totpPlace(tenantId: string, email: string): SecretPlace {
  return { tenantId, purpose: 'totp', row: email };
}
