import { z } from 'zod';
import { branding, hosted } from './branding.ts';
import { eventTypes } from './domain-values.ts';
import { lastInstant } from './fields.ts';
import { identifier, secret } from './file-values.ts';
import { ruleText } from './phrases/rule-text.ts';
import { referenceOverrides } from './reference/overrides.ts';
import { trueMatchRules } from './true-matches.ts';
import { defaultMaxStoredBytes } from './upload.ts';
import { webhookDefinition } from './webhook.ts';

/** The tenant file (operating.md): what `gatehouse provision` applies. */

const count = z.number().int().min(0).max(2_000_000_000);

const apiKey = z.strictObject({
  key: z.string().regex(/^ak_[A-Za-z0-9_-]{3,120}$/, 'must be ak_ followed by letters, digits, _ or -'),
  secret: secret(16).optional().describe('If absent, a secret is generated and printed once.'),
  domains: z.array(identifier).min(1).optional().describe('If absent: all domains of the tenant.'),
  operations: z.array(z.string().min(1)).min(1).default(['*']).describe('"*" or operation names.'),
  rate: z
    .strictObject({
      requests: z.number().int().min(1).max(1_000_000),
      seconds: z.number().min(0.001).max(86_400),
    })
    .optional()
    .describe('If absent: no limit.'),
  calls: count.optional().describe('Total API call quota. If absent: no limit.'),
  expiresAt: z.iso
    .datetime({ offset: true })
    .refine((text) => Date.parse(text) <= lastInstant, ruleText('rules.yearTooLate'))
    .optional()
    .describe('If absent: never.'),
  enabled: z.boolean().default(true),
});
export type ApiKeyFile = z.infer<typeof apiKey>;

/**
 * The operator looks after the deployment's tenants and sees nothing inside of them. Only a tenant file makes one: it is
 * in the hands of the operator.
 */
export const roles = ['admin', 'analyst', 'auditor', 'developer', 'operator'] as const;
export type Role = (typeof roles)[number];

const user = z.strictObject({
  email: z.email(),
  name: z.string().min(1).max(200).optional(),
  password: secret(8).optional(),
  roles: z.array(z.enum(roles)).min(1),
  groups: z.array(identifier).default([]),
  enabled: z.boolean().default(true),
});
export type UserFile = z.infer<typeof user>;

const partialDate = z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, ruleText('rules.partialDate'));

/** One entry of the tenant's own list, as the file and the console write it. */
export const watchlistEntry = z.strictObject({
  id: z.string().min(1).max(200),
  name: z.string().min(1).max(1000),
  aliases: z.array(z.string().min(1).max(1000)).max(100).default([]),
  type: z.enum(['individual', 'corporate', 'vessel', 'aircraft', 'other']).default('individual'),
  dateOfBirth: partialDate.optional(),
  gender: z.enum(['F', 'M']).optional(),
  countries: z.array(z.string().regex(/^[A-Za-z]{2,3}$/, ruleText('rules.countryCode'))).default([]),
  identifiers: z
    .array(z.strictObject({ kind: z.string().min(1).default('id'), value: z.string().min(1) }))
    .default([]),
  note: z.string().max(4000).optional(),
  onTrueMatch: z
    .enum(trueMatchRules)
    .optional()
    .describe(
      'What approving or closing a case takes in spite of a true match. Counts where it is stricter than what the workflow says.',
    ),
});
export type WatchlistEntry = z.infer<typeof watchlistEntry>;

/**
 * The id by which an entry is searched, behind `watchlist:` in hits and rulings. That of one domain has the domain before
 * it; that of every domain (`''`) is written alone, or behind a colon where it holds one: what precedes the first colon
 * is a domain or nothing.
 */
export function placedWatchlistId(domain: string, id: string): string {
  return domain === '' && !id.includes(':') ? id : `${domain}:${id}`;
}

const watchlistFileEntry = watchlistEntry.extend({
  domain: identifier.optional().describe('If absent: every domain of the tenant.'),
});
export type WatchlistFileEntry = z.infer<typeof watchlistFileEntry>;

const workflowReference = z
  .strictObject({
    file: z.string().min(1).optional().describe('Relative to the folder of the tenant file, or absolute.'),
    workflow: z.unknown().optional().describe('The workflow itself, instead of a file.'),
    domain: identifier,
    publish: z.boolean().default(true),
  })
  .refine(
    (value) => (value.file === undefined) !== (value.workflow === undefined),
    'needs either file or workflow',
  );
export type WorkflowReference = z.infer<typeof workflowReference>;

/** As browsers write it: without a path, in lower case, without the scheme's own port. */
const origin = z
  .string()
  .max(300)
  .refine(
    (text) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text,
    'must be an origin as browsers send it: scheme, host and port without a path, e.g. https://app.acme.test',
  );

const dueHours = z.number().min(0.1).max(8760).describe('Calendar hours from the opening of a case.');

/** Within what time cases of the tenant are to be concluded. */
export const caseRules = z
  .strictObject({
    dueHours: dueHours.optional().describe('If absent: cases have no due date.'),
    urgent: z
      .strictObject({
        riskFrom: z.number().min(0).max(1_000_000).describe('Cases of this risk score and above.'),
        dueHours,
      })
      .optional()
      .describe('Cases with an earlier due date.'),
    holdSeconds: z
      .int()
      .min(0)
      .max(60)
      .optional()
      .describe(
        'For how many seconds people can take back a decision that they made in the console. If absent: 10. 0: not at all.',
      ),
  })
  .describe(
    'Due dates of cases, and how long a decision can be taken back. A change of due dates applies to cases that are opened after it.',
  );
export type CaseRules = z.infer<typeof caseRules>;

/** How people of the tenant sign in to the console. */
const signIn = z.strictObject({
  passwordMinLength: z
    .int()
    .min(8)
    .max(64)
    .default(12)
    .describe('Minimum length of passwords. Commonly used passwords are always refused.'),
  secondFactor: z
    .strictObject({
      roles: z.array(z.enum(roles)).describe('People with one of these roles need a second factor.'),
    })
    .default({ roles: [] })
    .describe('Roles that need a second factor.'),
});
export type SignInRules = z.infer<typeof signIn>;
/** What counts where the file has said nothing. */
export const defaultSignInRules: SignInRules = signIn.parse({});

/** What publishing a workflow wants beside a definition without faults. */
const publishing = z
  .strictObject({
    secondApprover: z
      .boolean()
      .describe('Whether a workflow is published only after another person than its editors approves it.'),
    domains: z
      .array(identifier)
      .min(1)
      .optional()
      .describe('Domains that this applies to. If absent: all of the tenant.'),
    workflows: z
      .array(identifier)
      .min(1)
      .optional()
      .describe('IDs of the workflows that need approval. If absent: all.'),
  })
  .describe(
    'Approval rules for publishing in the console. If absent: a second person is needed if `environment` is production and two people may publish. A tenant file is published without approval.',
  );
export type PublishingRules = z.infer<typeof publishing>;

/**
 * Where webhooks may send their data. Who draws workflows chooses the data and the address, so it is the admins'
 * word which receivers there are.
 */
export const webhookHosts = z
  .array(
    z
      .string()
      .max(253)
      .regex(
        /^((\*\.)?([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?|\[[0-9a-f:.]+\])$/,
        'must be a host name in lower case or an address, e.g. crm.acme.test, or *.acme.test for every name below it',
      ),
  )
  .max(200)
  .describe('Hosts that webhooks may call. If empty: none.');
export type WebhookHosts = z.infer<typeof webhookHosts>;

/** As browsers and servers of a provider need it: without credentials, and over TLS but on this machine. */
const issuer = z
  .string()
  .max(500)
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname, username, search, hash } = new URL(text);
    const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
    return (
      (protocol === 'https:' || (protocol === 'http:' && isHere)) && `${username}${search}${hash}` === ''
    );
  }, 'must be the https address by which the provider names itself, e.g. https://login.acme.test');

/** A provider of OpenID Connect by which people of the tenant sign in to the console. */
const identityProvider = z.strictObject({
  id: identifier,
  name: z.string().min(1).max(60).describe('Name shown to people.'),
  issuer: issuer.describe('Its metadata is read from `.well-known/openid-configuration` below it.'),
  clientId: z.string().min(1).max(500),
  clientSecret: secret(8).optional().describe('If absent: a public client, protected by PKCE alone.'),
  emailDomains: z
    .array(
      z
        .string()
        .max(253)
        .regex(
          /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/,
          'must be a domain in lower case, e.g. acme.test',
        ),
    )
    .min(1)
    .max(50)
    .describe('Domains of e-mail addresses. People with such an address sign in with this provider.'),
  trustsAddresses: z
    .boolean()
    .default(false)
    .describe('For providers that do not send `email_verified`: `true` treats each address as verified.'),
  enabled: z.boolean().default(true),
});
export type IdentityProviderFile = z.infer<typeof identityProvider>;

/** What a tenant is for: another one with keys of its own is how one deployment has a test environment. */
export const environments = ['production', 'test'] as const;
export type Environment = (typeof environments)[number];

/**
 * A section that the file leaves out stays as it is stored, and a new tenant begins with nothing of it: applying
 * a file must never take away what it does not speak of.
 */
const tenant = z.strictObject({
  id: identifier,
  name: z.string().min(1).max(200),
  environment: z
    .enum(environments)
    .optional()
    .describe(
      'Shown on every page of the console. Default for a new tenant: production. A tenant whose file sets production needs a second person to publish, see `publishing`.',
    ),
  enabled: z.boolean().optional().describe('A new tenant is enabled.'),
  billingBlocked: z.boolean().optional(),
  domains: z.array(identifier).min(1),
  events: z.array(z.enum(eventTypes)).optional(),
  quotas: z
    .partialRecord(z.enum(eventTypes), count)
    .optional()
    .describe('Total units granted. An event that is absent has none.'),
  quickScanCredits: count.optional().describe('Total granted.'),
  uploadOrigins: z
    .array(origin)
    .max(100)
    .optional()
    .describe(
      'Origins of web pages that may upload files and read the response, e.g. https://app.acme.test.',
    ),
  maxStoredBytes: z
    .int()
    .min(0)
    .max(2 ** 50)
    .optional()
    .describe(
      `Bytes that the stored files of all its domains may have together. A new tenant may have ${defaultMaxStoredBytes} (100 GiB).`,
    ),
  monitoring: z
    .strictObject({
      default: z
        .boolean()
        .describe(
          'Whether customers are monitored if neither a submit nor a user has set it for the customer.',
        ),
    })
    .optional()
    .describe('Continuous monitoring. Default for a new tenant: nobody is monitored.'),
  cases: caseRules.optional(),
  branding: branding.optional(),
  hosted: hosted.optional(),
  webhookHosts: webhookHosts
    .optional()
    .describe('If absent in a new tenant: webhooks may call any host that the deployment allows.'),
  signIn: signIn.optional().describe('How people sign in to the console.'),
  publishing: publishing.optional(),
  singleSignOn: z.array(identityProvider).default([]),
  groups: z.array(identifier).default([]),
  apiKeys: z.array(apiKey).default([]),
  users: z.array(user).default([]),
  webhooks: z.array(webhookDefinition).default([]),
  watchlist: z.array(watchlistFileEntry).default([]),
  workflows: z.array(workflowReference).default([]),
  reference: referenceOverrides
    .optional()
    .describe('Changes of the tenant to the reference configuration (prepare.platform.config).'),
});
export type TenantFileTenant = z.infer<typeof tenant>;

export const tenantFile = z.strictObject({
  $schema: z.string().optional().describe('For editors.'),
  tenants: z.array(tenant).min(1),
});
export type TenantFile = z.infer<typeof tenantFile>;
