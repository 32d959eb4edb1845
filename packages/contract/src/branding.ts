import { z } from 'zod';
import { flowLanguages } from './flow/views.ts';

/** How the hosted pages show a tenant (the tenant file's `branding` and `hosted`). */

/** Most bytes of a logo: it is sent with the first page. */
export const maxLogoBytes = 100 * 1024;

const webAddress = z
  .string()
  .max(2000)
  .refine(
    (text) => /^https:\/\/[^\s/]/.test(text) && URL.canParse(text),
    'must be an address that begins with https://',
  );

const logo = z
  .string()
  .max(Math.ceil((maxLogoBytes / 3) * 4) + 100, `must be at most ${maxLogoBytes} bytes`)
  .regex(
    /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/,
    'must be a data URL of a PNG, JPEG or WebP image in base64',
  );

export const branding = z
  .strictObject({
    name: z.string().min(1).max(100).optional().describe("Shown to end users; absent: the tenant's name."),
    logo: logo.optional().describe('A PNG, JPEG or WebP image as a data URL.'),
    primaryColour: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a colour as #0a7d55')
      .optional(),
    contact: z
      .strictObject({ email: z.email().optional(), url: webAddress.optional() })
      .optional()
      .describe('Whom an end user asks who cannot go on.'),
    privacyUrl: webAddress.optional(),
    consent: z
      .strictObject({
        version: z.string().min(1).max(100).describe('Kept with what the person agreed to.'),
        text: z
          .partialRecord(z.enum(flowLanguages), z.string().min(1).max(10_000))
          .refine((texts) => texts.en !== undefined, {
            path: ['en'],
            error: 'is missing: whoever reads none of the other languages gets it',
          }),
      })
      .optional()
      .describe('What the person agrees to before they submit, by language.'),
  })
  .describe('How the hosted pages show the tenant. Given, it replaces what is stored as a whole.');
export type BrandingFile = z.infer<typeof branding>;

/** An origin of a page that may frame ours, with a port or `*` as its first label where needed. */
const frameAncestor = z
  .string()
  .max(300)
  .regex(
    /^https:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$|^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/,
    'must be an origin as https://app.acme.test or https://*.acme.test',
  );

export const hosted = z.strictObject({
  frameAncestors: z
    .array(frameAncestor)
    .max(50)
    .default([])
    .describe('Origins of pages that may show the hosted pages in a frame; none: no page may.'),
  returnUrl: webAddress
    .optional()
    .describe('Where the last page leads a person on; absent: they are told that they can close it.'),
});
export type HostedFile = z.infer<typeof hosted>;
