import type { LucideIcon } from 'lucide-react';
import UserRound from 'lucide-react/icons/user-round';
import { Icon } from './icon.tsx';
import { initialsOf } from './initials.ts';

/** A person or company by the letters of its name, beside which the name stands. */
export function Avatar(props: {
  readonly name: string;
  readonly size?: 'small' | 'large';
  /** In place of letters, where a name gives none. */
  readonly icon?: LucideIcon;
}) {
  const { name, size = 'small', icon = UserRound } = props;
  const letters = initialsOf(name);
  return (
    <span className="gh-avatar" data-size={size} aria-hidden="true">
      {letters === '' ? <Icon of={icon} size={size === 'large' ? 20 : 16} /> : letters}
    </span>
  );
}
