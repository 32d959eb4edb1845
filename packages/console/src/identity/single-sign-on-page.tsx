import { Button, Loader } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { sessionQuery } from '../session/session.ts';
import { DoorPage } from './door-page.tsx';
import { finishAtProvider } from './single-sign-on.ts';

const route = getRouteApi('/single-sign-on/$tenant/$provider');

/** Where the identity provider sends the browser back to: nothing is asked here. */
export function SingleSignOnPage() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const from = route.useParams();
  const { mutate, error } = useMutation({
    mutationFn: () => finishAtProvider(from, window.location.search.slice(1)),
    meta: { isToldInPlace: true },
    onSuccess: (session) => {
      queries.setQueryData(sessionQuery.queryKey, session);
      void navigate({ to: '/', replace: true });
    },
  });
  // An answer is taken once, however often the page is drawn.
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    mutate();
  }, [mutate]);
  return (
    <DoorPage title="Single sign-on" failure={error}>
      {error ? (
        <Button component="a" href="/console/" size="sm">
          Back to sign in
        </Button>
      ) : (
        <Loader aria-label="Signing in" />
      )}
    </DoorPage>
  );
}
