import { Drawer, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { currentLanguage, text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { listText } from '../ui/format.ts';
import { loadManual, type ManualPage } from './manual-pages.ts';
import { ManualText } from './manual-text.tsx';
import { Shortcuts } from './shortcuts.tsx';

/** Beside the page: what it is for, what it shows and what one can do there, and all keys of the console. */
export function HelpPanel(props: {
  readonly close: () => void;
  readonly pages: readonly { readonly name: string; readonly key: string }[];
}) {
  useFocusReturn();
  return (
    <Drawer
      opened
      onClose={props.close}
      position="right"
      size={480}
      title={text('frame.help')}
      closeButtonProps={{ 'aria-label': text('actions.close') }}
      transitionProps={{ duration: 0 }}
      className="gh-unprinted"
    >
      <Manual />
      <Title order={3} size="h4" mt="xl" mb={4}>
        {text('manual.shortcuts')}
      </Title>
      <Shortcuts pages={props.pages} />
    </Drawer>
  );
}

/** The panel is there only while it is open, so it has no time to give the focus back itself. */
function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}

function Manual() {
  const route = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId ?? '' });
  const shown = currentLanguage();
  const language = shown === 'pseudo' ? 'en' : shown;
  const manual = useQuery({
    queryKey: ['manual', language, route],
    queryFn: async () => (await loadManual(route, language)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (manual.isError) return <Failure error={manual.error} retry={() => void manual.refetch()} />;
  if (manual.isPending) return <Skeleton height={240} aria-label={text('actions.loading')} />;
  if (manual.data === null) return null;
  return (
    <>
      <div lang={language}>
        <ManualText body={manual.data.body} />
      </div>
      <Facts page={manual.data} />
    </>
  );
}

/** Which of the permissions the person has, and where more is written. */
function Facts({ page }: { readonly page: ManualPage }) {
  const { permissions } = useSession();
  const has = (name: string): boolean => (permissions as readonly string[]).includes(name);
  const lines = [
    [
      text('manual.yours', { permissions: listText(page.permissions.filter(has)) }),
      page.permissions.some(has),
    ],
    [
      text('manual.notYours', { permissions: listText(page.permissions.filter((name) => !has(name))) }),
      !page.permissions.every(has),
    ],
    [text('manual.docs', { page: page.docs }), true],
  ] as const;
  return lines
    .filter(([, isShown]) => isShown)
    .map(([line]) => (
      <Text key={line} size="xs" className="gh-dim" mt="xs">
        {line}
      </Text>
    ));
}
