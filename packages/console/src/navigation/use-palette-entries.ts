import { useNavigate } from '@tanstack/react-router';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import CircleUser from 'lucide-react/icons/circle-user';
import KeyRound from 'lucide-react/icons/key-round';
import ListStart from 'lucide-react/icons/list-start';
import LogOut from 'lucide-react/icons/log-out';
import ScanSearch from 'lucide-react/icons/scan-search';
import { useNextCase } from '../cases/next-case.ts';
import { useDomain } from '../domain.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { pagesFor } from './pages.ts';
import type { PaletteEntry } from './palette-entries.ts';

/** Pages and actions that the person may use, for the command palette. */
export function usePaletteEntries(acts: {
  readonly openHelp: () => void;
  readonly signOut: () => void;
}): readonly PaletteEntry[] {
  const { permissions } = useSession();
  const navigate = useNavigate();
  const next = useNextCase(useDomain());
  const action = (label: string, icon: PaletteEntry['icon'], run: () => void): PaletteEntry => ({
    id: `action ${label}`,
    section: 'actions',
    label,
    icon,
    run,
  });
  return [
    ...pagesFor(permissions).map(
      ({ path, name, key, icon }): PaletteEntry => ({
        id: `page ${path}`,
        section: 'pages',
        label: name,
        detail: `G ${key.toUpperCase()}`,
        icon,
        run: () => void navigate({ to: path }),
      }),
    ),
    ...(permissions.includes('cases.work')
      ? [action(text('frame.openNextCase'), ListStart, () => next.mutate())]
      : []),
    ...(permissions.includes('scans.run')
      ? [action(text('frame.newQuickScan'), ScanSearch, () => void navigate({ to: '/quick-scans' }))]
      : []),
    ...(permissions.includes('keys.read')
      ? [action(text('frame.apiReference'), KeyRound, () => void navigate({ to: '/keys/reference' }))]
      : []),
    action(text('frame.yourAccount'), CircleUser, () => void navigate({ to: '/account' })),
    action(text('frame.help'), CircleQuestionMark, acts.openHelp),
    action(text('actions.signOut'), LogOut, acts.signOut),
  ];
}
