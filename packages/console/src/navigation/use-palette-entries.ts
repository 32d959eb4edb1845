import { useNavigate } from '@tanstack/react-router';
import CircleUser from 'lucide-react/icons/circle-user';
import Keyboard from 'lucide-react/icons/keyboard';
import ListStart from 'lucide-react/icons/list-start';
import LogOut from 'lucide-react/icons/log-out';
import ScanSearch from 'lucide-react/icons/scan-search';
import { useNextCase } from '../cases/cases-page.tsx';
import { useDomain } from '../domain.ts';
import { useSession } from '../session/session.ts';
import { pagesFor } from './pages.ts';
import type { PaletteEntry } from './palette-entries.ts';

/** Pages and actions that the person may use, for the command palette. */
export function usePaletteEntries(acts: {
  readonly openKeys: () => void;
  readonly signOut: () => void;
}): readonly PaletteEntry[] {
  const { permissions } = useSession();
  const navigate = useNavigate();
  const next = useNextCase(useDomain());
  const action = (label: string, icon: PaletteEntry['icon'], run: () => void): PaletteEntry => ({
    id: `action ${label}`,
    section: 'Actions',
    label,
    icon,
    run,
  });
  return [
    ...pagesFor(permissions).map(
      ({ path, name, key, icon }): PaletteEntry => ({
        id: `page ${path}`,
        section: 'Pages',
        label: name,
        detail: `G ${key.toUpperCase()}`,
        icon,
        run: () => void navigate({ to: path }),
      }),
    ),
    ...(permissions.includes('cases.work') ? [action('Open next case', ListStart, () => next.mutate())] : []),
    ...(permissions.includes('scans.run')
      ? [action('New quick scan', ScanSearch, () => void navigate({ to: '/quick-scans' }))]
      : []),
    action('Your account', CircleUser, () => void navigate({ to: '/account' })),
    action('Keyboard shortcuts', Keyboard, acts.openKeys),
    action('Sign out', LogOut, acts.signOut),
  ];
}
