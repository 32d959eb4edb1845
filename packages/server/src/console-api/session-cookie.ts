/**
 * The cookie that carries a session's token: never readable by scripts, never sent from another site.
 *
 * Ours: of two cookies of one name the `cookie` library takes the first. A second one that another page of the host has
 * set must not decide whose session it is, so here neither counts. Tokens need no encoding.
 */

export interface CookieRules {
  readonly name: string;
  /** Everything after the value but its age. */
  readonly attributes: string;
}

/** The cookie by which a browser is known after somebody has signed in on it; it opens nothing. */
export function deviceCookieRules(isHttps: boolean): CookieRules {
  const { attributes } = cookieRules(isHttps);
  return { name: isHttps ? '__Host-gatehouse_device' : 'gatehouse_device', attributes };
}

/** The cookie that says what the browser's person changed last, so that a replica without it does not answer them. */
export function positionCookieRules(isHttps: boolean): CookieRules {
  const { attributes } = cookieRules(isHttps);
  return { name: isHttps ? '__Host-gatehouse_position' : 'gatehouse_position', attributes };
}

/** Over https the name's prefix makes browsers insist on Secure, on the whole host and on no other host. */
export function cookieRules(isHttps: boolean): CookieRules {
  return {
    name: isHttps ? '__Host-gatehouse_session' : 'gatehouse_session',
    attributes: `Path=/; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`,
  };
}

export function setCookie(rules: CookieRules, token: string, maxAgeSeconds: number): string {
  return `${rules.name}=${token}; Max-Age=${maxAgeSeconds}; ${rules.attributes}`;
}

/** The token of a `Cookie` header; undefined where there is none, or more than one. */
export function readCookie(rules: CookieRules, header: string | undefined): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${rules.name}=`))
    .map((pair) => pair.slice(rules.name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}
