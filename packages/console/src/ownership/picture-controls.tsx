import { ActionIcon, Button } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import Maximize from 'lucide-react/icons/maximize';
import Minimize from 'lucide-react/icons/minimize';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { text } from '../messages/text.ts';
import { Icon } from '../ui/icon.tsx';
import type { ShownPicture } from './use-picture-view.ts';

/** Zooms a picture, shows all of it, and gives it the whole screen where the browser can. */
export function PictureControls(props: {
  readonly picture: ShownPicture;
  readonly isFullScreen: boolean;
  readonly toggleFullScreen: () => void;
}) {
  const { picture, isFullScreen, toggleFullScreen } = props;
  return (
    <div className="gh-picture-controls gh-unprinted">
      <Control name={text('ownership.zoomOut')} icon={ZoomOut} run={() => picture.zoom('out')} />
      <Control name={text('ownership.zoomIn')} icon={ZoomIn} run={() => picture.zoom('in')} />
      <Button variant="default" size="compact-sm" onClick={picture.fit}>
        {text('ownership.fit')}
      </Button>
      {document.fullscreenEnabled && (
        <Control
          name={text(isFullScreen ? 'ownership.exitFullScreen' : 'ownership.fullScreen')}
          icon={isFullScreen ? Minimize : Maximize}
          run={toggleFullScreen}
        />
      )}
    </div>
  );
}

function Control(props: { readonly name: string; readonly icon: LucideIcon; readonly run: () => void }) {
  return (
    // A tooltip of the page would lie outside of what is on the whole screen.
    <ActionIcon variant="default" size={26} aria-label={props.name} title={props.name} onClick={props.run}>
      <Icon of={props.icon} />
    </ActionIcon>
  );
}
