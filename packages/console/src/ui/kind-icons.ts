import type { NodeType, WorkflowEventType } from '@gatehouse/contract';
import type { LucideIcon } from 'lucide-react';
import Archive from 'lucide-react/icons/archive';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import BookUser from 'lucide-react/icons/book-user';
import Building2 from 'lucide-react/icons/building-2';
import Car from 'lucide-react/icons/car';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleHelp from 'lucide-react/icons/circle-help';
import CircleX from 'lucide-react/icons/circle-x';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Eye from 'lucide-react/icons/eye';
import FilePen from 'lucide-react/icons/file-pen';
import FileText from 'lucide-react/icons/file-text';
import Gauge from 'lucide-react/icons/gauge';
import Gavel from 'lucide-react/icons/gavel';
import Hourglass from 'lucide-react/icons/hourglass';
import IdCard from 'lucide-react/icons/id-card';
import Landmark from 'lucide-react/icons/landmark';
import List from 'lucide-react/icons/list';
import Mail from 'lucide-react/icons/mail';
import Network from 'lucide-react/icons/network';
import Newspaper from 'lucide-react/icons/newspaper';
import Phone from 'lucide-react/icons/phone';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import ScanSearch from 'lucide-react/icons/scan-search';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldBan from 'lucide-react/icons/shield-ban';
import Siren from 'lucide-react/icons/siren';
import Split from 'lucide-react/icons/split';
import UserRound from 'lucide-react/icons/user-round';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import Wallet from 'lucide-react/icons/wallet';
import Webhook from 'lucide-react/icons/webhook';

const nodeIcons: Readonly<Record<NodeType, LucideIcon>> = {
  screening: ScanSearch,
  'risk-score': Gauge,
  ownership: Network,
  'blocked-ownership': ShieldBan,
  branch: Split,
  webhook: Webhook,
  wait: Hourglass,
  particulars: UserRound,
  'required-forms': ClipboardList,
  documents: IdCard,
  'phone-verification': Phone,
  'email-verification': Mail,
  'ownership-structure': Network,
  'review-and-submit': ClipboardCheck,
  decision: Gavel,
};

const outcomeIcons: Readonly<Record<string, LucideIcon>> = {
  manual: UserRoundCheck,
  approve: CircleCheck,
  reject: CircleX,
  close: Archive,
};

const eventIcons: Readonly<Record<WorkflowEventType, LucideIcon>> = {
  KYC_EVENT: UserRound,
  KYB_EVENT: Building2,
  TRANSACTION_EVENT: ArrowLeftRight,
  WEB3_TRANSACTION_EVENT: Wallet,
  MANUAL_CASE_EVENT: FilePen,
  PERIODIC_FLOW_EVENT: RefreshCw,
};

const categoryIcons: Readonly<Record<string, LucideIcon>> = {
  sanctions: ShieldAlert,
  pep: Landmark,
  'law-enforcement': Siren,
  'adverse-media': Newspaper,
  watchlist: Eye,
};

const documentIcons: Readonly<Record<string, LucideIcon>> = {
  PASSPORT: BookUser,
  NATIONAL_ID: IdCard,
  RESIDENCE_PERMIT: IdCard,
  DRIVING_LICENCE: Car,
};

/** What a node of a workflow does; a question mark for a type that this console does not know. */
export function nodeIcon(type: string): LucideIcon {
  return iconOf(nodeIcons, type) ?? CircleHelp;
}

/** What a decision comes to; a gavel for what a draft does not say yet. */
export function outcomeIcon(outcome: unknown): LucideIcon {
  return iconOf(outcomeIcons, String(outcome)) ?? Gavel;
}

/** What started an execution or a case. */
export function eventIcon(type: string): LucideIcon {
  return iconOf(eventIcons, type) ?? CircleHelp;
}

/** What a list is about, by the category of its entry. */
export function categoryIcon(category: string): LucideIcon {
  return iconOf(categoryIcons, category) ?? List;
}

/** What a document is, by its type. */
export function documentIcon(type: string | undefined): LucideIcon {
  return (type === undefined ? undefined : iconOf(documentIcons, type)) ?? FileText;
}

function iconOf(icons: Readonly<Record<string, LucideIcon>>, name: string): LucideIcon | undefined {
  return Object.hasOwn(icons, name) ? icons[name] : undefined;
}
