/** An exchange of the link's token that the head of the page began (begin.ts). */
export interface BegunExchange {
  readonly linkToken: string;
  readonly answer: Promise<Response>;
}

declare global {
  interface Window {
    begunExchange?: BegunExchange;
  }
}

/** Takes what was begun out of the window: it is answered once, and its answer holds the token of a session. */
export function takeBegunExchange(holder: Pick<Window, 'begunExchange'>): BegunExchange | undefined {
  const begun = holder.begunExchange;
  delete holder.begunExchange;
  return begun;
}

/** Fetches, but answers the first exchange of the same link with what is under way already. */
export function fetchAfter(begun: BegunExchange | undefined, send: typeof fetch): typeof fetch {
  let waiting = begun;
  return (address, options) => {
    const { linkToken, answer } = waiting ?? {};
    if (answer === undefined || options?.body !== JSON.stringify({ linkToken }))
      return send(address, options);
    waiting = undefined;
    return answer;
  };
}
