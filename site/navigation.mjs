/** What the site's navigation shows. The titles are the pages' own first headings. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sitePathOf } from './pages.mjs';

/** Groups of pages, by their files; a pattern stands for all files that it matches, in their order. */
const groups = [
  {
    text: 'Guides',
    pages: [
      'docs/start.md',
      'docs/guides/integrate.md',
      'docs/guides/review.md',
      'docs/guides/comply.md',
      'docs/guides/operate.md',
      'docs/guides/verify.md',
    ],
  },
  {
    text: 'Tutorials',
    pages: [
      'docs/tutorials/README.md',
      'docs/tutorials/onboard-a-person.md',
      'docs/tutorials/screen-your-customers.md',
      'docs/tutorials/screen-payments.md',
      'docs/tutorials/check-a-company.md',
      'docs/tutorials/screen-wallets.md',
      'docs/tutorials/prove-your-screening.md',
      'docs/tutorials/move-from-another-service.md',
    ],
  },
  {
    text: 'Integrate',
    pages: [
      'docs/interface.md',
      'docs/operations.md',
      'docs/errors.md',
      'docs/webhooks.md',
      'docs/webhook-payloads.md',
      'docs/clients.md',
      'packages/sdk/README.md',
      'clients/python/README.md',
      'clients/bruno/README.md',
      'docs/testing.md',
      'docs/quick-scan.md',
      'docs/reference.md',
      'docs/console-api.md',
      'docs/console-routes.md',
      'docs/assistants.md',
      'docs/open-points.md',
    ],
  },
  {
    text: 'Workflows and hosted pages',
    pages: [
      'docs/workflows.md',
      'docs/nodes.md',
      'examples/workflows/README.md',
      'docs/hosted.md',
      'docs/messages.md',
      'docs/documents.md',
    ],
  },
  {
    text: 'Screen and review',
    pages: [
      'docs/console.md',
      'docs/screening.md',
      'docs/monitoring.md',
      'docs/ownership.md',
      'docs/lists.md',
      'docs/case-report.md',
    ],
  },
  {
    text: 'Govern',
    pages: [
      'docs/assurance.md',
      'docs/as-of.md',
      'docs/audit.md',
      'docs/retention.md',
      'docs/erasure.md',
      'docs/privacy.md',
      'docs/security.md',
      'SECURITY.md',
    ],
  },
  {
    text: 'Operate',
    pages: [
      'docs/operating.md',
      'docs/settings.md',
      'docs/deploy.md',
      'docs/sizing.md',
      'docs/moving.md',
      'docs/cells.md',
      'docs/upgrade.md',
      'docs/releases.md',
      'docs/metrics.md',
      'docs/tracing.md',
      'packages/server/README.md',
    ],
  },
  { text: 'Runbooks', pages: ['docs/runbooks/README.md', 'docs/runbooks/[!R]*.md'] },
  {
    text: 'Understand',
    pages: [
      'docs/faq.md',
      'docs/comparison.md',
      'docs/glossary.md',
      'docs/matching-index.md',
      'packages/matching/README.md',
      'bench/README.md',
      'bench/scoreboard/README.md',
    ],
  },
  {
    text: 'The project',
    pages: ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'CODE_OF_CONDUCT.md', 'ARCHITECTURE.md'],
  },
  { text: 'Decisions', pages: ['docs/decisions/README.md', 'docs/decisions/[0-9]*.md'] },
];

/** Titles for pages whose own heading does not say at the side what they are. */
const titles = {
  'README.md': 'README',
  'packages/sdk/README.md': 'SDK for TypeScript',
  'packages/server/README.md': 'The service as a package',
  'packages/matching/README.md': 'The matching package',
  'clients/python/README.md': 'Client for Python',
  'clients/bruno/README.md': 'Bruno collection',
};

const landingPage = 'docs/index.md';

/** The pages at the side, in their groups: those of the reader's way stand open. */
export function sidebarOf(root) {
  return groups.map(({ text, pages }) => ({
    text,
    collapsed: !['Guides', 'Tutorials'].includes(text),
    items: filesOf(pages, root).map((path) => ({
      text: titles[path] ?? titleOf(join(root, path)),
      link: addressOf(path),
    })),
  }));
}

/** Every file that is a page of the site. */
export function pagesOf(root) {
  return [landingPage, ...groups.flatMap(({ pages }) => filesOf(pages, root))];
}

/** Pages of the documentation that nobody would find. */
export function withoutPlace(root) {
  const placed = new Set(pagesOf(root));
  return globSync('docs/**/*.md', { cwd: root }).filter((path) => !placed.has(path));
}

export const navigation = [
  { text: 'Start', link: '/start' },
  { text: 'Guides', link: '/guides/integrate' },
  { text: 'Tutorials', link: '/tutorials/' },
  { text: 'Reference', link: '/interface' },
  { text: 'Operate', link: '/operating' },
  { text: 'Changelog', link: '/repository/CHANGELOG' },
];

function filesOf(patterns, root) {
  return patterns.flatMap((pattern) =>
    pattern.includes('[') ? globSync(pattern, { cwd: root }).toSorted() : [pattern],
  );
}

function addressOf(path) {
  return `/${sitePathOf(path).replace(/((^|\/)index)?\.md$/, '$2')}`;
}

function titleOf(file) {
  return /^# (.+)$/m.exec(readFileSync(file, 'utf8'))[1].replaceAll('`', '');
}
