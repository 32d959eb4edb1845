import { Button, Group, Loader, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { text } from '../messages/text.ts';
import { SignInLayout } from './sign-in-layout.tsx';
import { consumeAnswer, finishAtProvider } from './single-sign-on.ts';

const route = getRouteApi('/single-sign-on/$tenant/$provider');

/** Where the identity provider sends the browser back to: nothing is asked here, and it leads on to where one was. */
export function SingleSignOnPage() {
  const page = route.useParams();
  // An answer is taken once, however often the page is drawn.
  const answer = useRef<ReturnType<typeof consumeAnswer>>(undefined);
  const { mutate, error } = useMutation({
    mutationFn: (props: ReturnType<typeof consumeAnswer>) => finishAtProvider(page, props),
    meta: { isShownInPlace: true },
    // The pages begin anew, with somebody signed in.
    onSuccess: (_, { begun }) => window.location.replace(begun?.from ?? '/console/'),
  });
  useEffect(() => {
    if (answer.current !== undefined) return;
    answer.current = consumeAnswer();
    mutate(answer.current);
  }, [mutate]);
  return (
    <SignInLayout title={text('actions.singleSignOn')} failure={error}>
      {error ? (
        <Button component="a" href={answer.current?.begun?.from ?? '/console/'} size="sm">
          {text('actions.backToSignIn')}
        </Button>
      ) : (
        <Group gap="sm" role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm">{text('identity.signingIn')}</Text>
        </Group>
      )}
    </SignInLayout>
  );
}
