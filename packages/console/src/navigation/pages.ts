import type { SignedIn } from '@gatehouse/contract';
import type { LucideIcon } from 'lucide-react';
import BadgeCheck from 'lucide-react/icons/badge-check';
import BriefcaseBusiness from 'lucide-react/icons/briefcase-business';
import Building2 from 'lucide-react/icons/building-2';
import ChartColumn from 'lucide-react/icons/chart-column';
import ChartLine from 'lucide-react/icons/chart-line';
import Eye from 'lucide-react/icons/eye';
import Hourglass from 'lucide-react/icons/hourglass';
import House from 'lucide-react/icons/house';
import KeyRound from 'lucide-react/icons/key-round';
import Library from 'lucide-react/icons/library';
import Play from 'lucide-react/icons/play';
import ScanSearch from 'lucide-react/icons/scan-search';
import ScrollText from 'lucide-react/icons/scroll-text';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserCog from 'lucide-react/icons/user-cog';
import UsersRound from 'lucide-react/icons/users-round';
import Webhook from 'lucide-react/icons/webhook';
import Workflow from 'lucide-react/icons/workflow';
import { text } from '../messages/text.ts';

type PagePart = 'work' | 'build' | 'govern' | 'operate';

/** The address of a page of the navigation. */
export type PagePath =
  | '/'
  | '/cases'
  | '/customers'
  | '/quick-scans'
  | '/watchlist'
  | '/workflows'
  | '/executions'
  | '/webhooks'
  | '/keys'
  | '/figures'
  | '/assurance'
  | '/erasures'
  | '/retention'
  | '/audit'
  | '/lists'
  | '/usage'
  | '/people'
  | '/settings'
  | '/tenants';

export interface ConsolePage {
  readonly path: PagePath;
  readonly name: string;
  /** Behind `G`. */
  readonly key: string;
  readonly permission: SignedIn['permissions'][number];
  readonly part: PagePart;
  readonly icon: LucideIcon;
}

/** The parts of the navigation, in their order. */
export const pageParts: readonly (readonly [part: PagePart, name: string])[] = [
  ['work', text('frame.work')],
  ['build', text('frame.build')],
  ['govern', text('frame.govern')],
  ['operate', text('frame.operate')],
];

/** Every page of the navigation; which of them somebody sees depends on their roles. */
export const consolePages: readonly ConsolePage[] = [
  { path: '/', name: text('frame.home'), key: 'h', permission: 'executions.read', part: 'work', icon: House },
  {
    path: '/cases',
    name: text('frame.cases'),
    key: 'c',
    permission: 'cases.read',
    part: 'work',
    icon: BriefcaseBusiness,
  },
  {
    path: '/customers',
    name: text('frame.customers'),
    key: 'u',
    permission: 'customers.read',
    part: 'work',
    icon: UsersRound,
  },
  {
    path: '/quick-scans',
    name: text('frame.quickScan'),
    key: 's',
    permission: 'scans.read',
    part: 'work',
    icon: ScanSearch,
  },
  {
    path: '/watchlist',
    name: text('frame.watchlist'),
    key: 'w',
    permission: 'watchlist.read',
    part: 'work',
    icon: Eye,
  },
  {
    path: '/workflows',
    name: text('frame.workflows'),
    key: 'f',
    permission: 'workflows.read',
    part: 'build',
    icon: Workflow,
  },
  {
    path: '/executions',
    name: text('frame.executions'),
    key: 'e',
    permission: 'executions.read',
    part: 'build',
    icon: Play,
  },
  {
    path: '/webhooks',
    name: text('frame.webhooks'),
    key: 'b',
    permission: 'webhooks.read',
    part: 'build',
    icon: Webhook,
  },
  {
    path: '/keys',
    name: text('frame.keys'),
    key: 'k',
    permission: 'keys.read',
    part: 'build',
    icon: KeyRound,
  },
  {
    path: '/figures',
    name: text('frame.figures'),
    key: 'r',
    permission: 'executions.read',
    part: 'govern',
    icon: ChartLine,
  },
  {
    path: '/assurance',
    name: text('frame.assurance'),
    key: 'v',
    permission: 'assurance.read',
    part: 'govern',
    icon: BadgeCheck,
  },
  {
    path: '/erasures',
    name: text('frame.dataProtection'),
    key: 'd',
    permission: 'erasures.read',
    part: 'govern',
    icon: ShieldCheck,
  },
  {
    path: '/retention',
    name: text('frame.retention'),
    key: 'o',
    permission: 'retention.read',
    part: 'govern',
    icon: Hourglass,
  },
  {
    path: '/audit',
    name: text('frame.audit'),
    key: 'a',
    permission: 'audit.read',
    part: 'govern',
    icon: ScrollText,
  },
  {
    path: '/lists',
    name: text('frame.lists'),
    key: 'l',
    permission: 'lists.read',
    part: 'operate',
    icon: Library,
  },
  {
    path: '/usage',
    name: text('frame.usage'),
    key: 'i',
    permission: 'usage.read',
    part: 'operate',
    icon: ChartColumn,
  },
  {
    path: '/people',
    name: text('frame.people'),
    key: 'p',
    permission: 'people.read',
    part: 'operate',
    icon: UserCog,
  },
  {
    path: '/settings',
    name: text('frame.settings'),
    key: 'n',
    permission: 'settings.read',
    part: 'operate',
    icon: Settings,
  },
  {
    path: '/tenants',
    name: text('frame.tenants'),
    key: 't',
    permission: 'tenants.read',
    part: 'operate',
    icon: Building2,
  },
];

/** The pages that these permissions open. */
export function pagesFor(permissions: SignedIn['permissions']): readonly ConsolePage[] {
  return consolePages.filter(({ permission }) => permissions.includes(permission));
}

/** The page that an address belongs to, with what is below it; undefined for the first page and what is in no navigation. */
export function pageAt(address: string): ConsolePage | undefined {
  return consolePages.find(
    ({ path }) => path !== '/' && (address === path || address.startsWith(`${path}/`)),
  );
}
