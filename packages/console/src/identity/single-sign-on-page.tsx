import { Button, Group, Loader, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { DoorPage } from './door-page.tsx';
import { finishAtProvider, takeAnswer } from './single-sign-on.ts';

const route = getRouteApi('/single-sign-on/$tenant/$provider');

/** Where the identity provider sends the browser back to: nothing is asked here, and it leads on to where one was. */
export function SingleSignOnPage() {
  const page = route.useParams();
  // An answer is taken once, however often the page is drawn.
  const answer = useRef<ReturnType<typeof takeAnswer>>(undefined);
  const { mutate, error } = useMutation({
    mutationFn: (of: ReturnType<typeof takeAnswer>) => finishAtProvider(page, of),
    meta: { isToldInPlace: true },
    // The pages begin anew, with somebody signed in.
    onSuccess: (_, { begun }) => window.location.replace(begun?.from ?? '/console/'),
  });
  useEffect(() => {
    if (answer.current !== undefined) return;
    answer.current = takeAnswer();
    mutate(answer.current);
  }, [mutate]);
  return (
    <DoorPage title="Single sign-on" failure={error}>
      {error ? (
        <Button component="a" href={answer.current?.begun?.from ?? '/console/'} size="sm">
          Back to sign in
        </Button>
      ) : (
        <Group gap="sm" role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm">Signing you in …</Text>
        </Group>
      )}
    </DoorPage>
  );
}
