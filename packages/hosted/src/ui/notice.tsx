import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export type NoticeTone = 'info' | 'warning' | 'good' | 'error';
const icons: Readonly<Record<NoticeTone, IconName>> = {
  info: 'info',
  warning: 'warning',
  good: 'check',
  error: 'warning',
};

/** A message beside the content; the sign and the words carry the meaning, the colour only supports it. */
export function Notice({
  tone,
  children,
}: {
  readonly tone: NoticeTone;
  readonly children: ComponentChildren;
}) {
  return (
    <div class={`notice notice-${tone}`}>
      <Icon name={icons[tone]} />
      <div>{children}</div>
    </div>
  );
}
