import { z } from 'zod';
import { flowLanguages } from './flow/views.ts';
import { ruleText } from './phrases/rule-text.ts';

/** How the hosted pages show a tenant (the tenant file's `branding` and `hosted`). */

/** Most bytes of a logo: it is sent with the first page. */
export const maxLogoBytes = 100 * 1024;

const webAddress = z
  .string()
  .max(2000)
  .refine((text) => /^https:\/\/[^\s/]/.test(text) && URL.canParse(text), ruleText('rules.httpsAddress'))
  .meta({ format: 'uri', pattern: '^https://[^\\s/]' });

const logo = z
  .string()
  .max(Math.ceil((maxLogoBytes / 3) * 4) + 100, ruleText('rules.atMostBytes', { max: maxLogoBytes }))
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, ruleText('rules.logoForm'));

export const branding = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Shown to end users. If absent: the name of the tenant.'),
    logo: logo.optional().describe('A PNG, JPEG or WebP image as a data URL.'),
    primaryColour: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, ruleText('rules.colour'))
      .optional(),
    contact: z
      .strictObject({ email: z.email().optional(), url: webAddress.optional() })
      .optional()
      .describe('Contact for end users who need help.'),
    privacyUrl: webAddress.optional(),
    consent: z
      .strictObject({
        version: z.string().min(1).max(100).describe('Recorded with the consent.'),
        text: z
          .partialRecord(z.enum(flowLanguages), z.string().min(1).max(10_000))
          .refine((texts) => texts.en !== undefined, {
            path: ['en'],
            error: ruleText('rules.defaultTextMissing'),
          })
          .meta({ required: ['en'] }),
      })
      .optional()
      .describe('Text that the person accepts before they submit, by language.'),
  })
  .describe('Branding of the hosted pages. If given, it replaces the stored branding as a whole.');
export type BrandingFile = z.infer<typeof branding>;

/** An origin of a page that may frame ours, with a port or `*` as its first label where needed. */
const frameAncestor = z
  .string()
  .max(300)
  .regex(
    /^https:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$|^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/,
    'must be an origin such as https://app.acme.test or https://*.acme.test',
  );

export const hosted = z.strictObject({
  frameAncestors: z
    .array(frameAncestor)
    .max(50)
    .default([])
    .describe('Origins of pages that may show the hosted pages in a frame. If empty: none.'),
  returnUrl: webAddress
    .optional()
    .describe('URL that the last page leads to. If absent: the page says that it can be closed.'),
});
export type HostedFile = z.infer<typeof hosted>;
