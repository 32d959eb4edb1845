/** An exchange of the link's token that the head of the page began (start.ts). */
export interface SessionPrefetch {
  readonly linkToken: string;
  readonly answer: Promise<Response>;
}

declare global {
  interface Window {
    sessionPrefetch?: SessionPrefetch;
  }
}

/** Takes what was begun out of the window: it is answered once, and its answer holds the token of a session. */
export function consumeSessionPrefetch(holder: Pick<Window, 'sessionPrefetch'>): SessionPrefetch | undefined {
  const begun = holder.sessionPrefetch;
  delete holder.sessionPrefetch;
  return begun;
}

/** Fetches, but answers the first exchange of the same link with what is under way already. */
export function fetchAfter(begun: SessionPrefetch | undefined, send: typeof fetch): typeof fetch {
  let waiting = begun;
  return (address, options) => {
    const { linkToken, answer } = waiting ?? {};
    if (answer === undefined || options?.body !== JSON.stringify({ linkToken }))
      return send(address, options);
    waiting = undefined;
    return answer;
  };
}
