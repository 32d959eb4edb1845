import { describe, expect, it } from 'vitest';

/** Buttons at the end of a line that are no dialog's that changes something: on a page, or after all was done. */
const elsewhere = [
  'cases/action-dialog.tsx',
  'cases/case-notes.tsx',
  'documents/ask-again.tsx',
  'keys/request-check.tsx',
  'lists/versions.tsx',
  'operations/run-panel.tsx',
  'settings/setting-form.tsx',
  'tenants/tenants-page.tsx',
  'ui/dialog-actions.tsx',
  'ui/one-time-secret.tsx',
  'ui/page-error.tsx',
  'watchlist/watchlist-file.tsx',
];

/** Forms that lie on a page, not in a dialog. */
const onPages = [
  'audit/audit-records.tsx',
  'cases/case-notes.tsx',
  'cases/saved-views.tsx',
  'identity/link-page.tsx',
  'identity/name-panel.tsx',
  'identity/password-reset-page.tsx',
  'keys/request-check.tsx',
  'rescreening/name-on-date.tsx',
  'scans/scan-form.tsx',
  'session/sign-in.tsx',
  'settings/setting-form.tsx',
  'webhooks/webhook-secrets.tsx',
];

const files = Object.entries(
  import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true }),
).map(([path, source]) => ({ path: path.replace(/^\.\.\//, '').replace(/^\.\//, 'ui/'), source }));

const pathsOf = (found: typeof files) => found.map(({ path }) => path).toSorted();

describe('dialogs that change something', () => {
  it('end in DialogActions, which begins with Cancel', () => {
    const aligned = files.filter(({ source }) => /justify="(flex-)?end"/.test(source));
    expect(pathsOf(aligned)).toEqual(elsewhere);
  });

  it('have Cancel beside what sends their form', () => {
    const forms = files.filter(
      ({ source }) => source.includes('type="submit"') && !source.includes('<DialogActions'),
    );
    expect(pathsOf(forms)).toEqual(onPages);
  });
});
