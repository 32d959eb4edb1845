/** Settings of what sends messages, apart from it: a command that reads settings does not load what sends. */

/** A mail server that the deployment names. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** `implicit` from the first byte, `starttls` demanded after the greeting, `off` in clear. */
  readonly tls: 'implicit' | 'starttls' | 'off';
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** The sender's address; its name is the tenant's. */
  readonly from: string;
  /** Trusted certificates (PEM) in place of the system's. */
  readonly certificates?: readonly string[] | undefined;
}

/** A provider of SMS that the deployment names: how its HTTP interface takes a message. */
export interface SmsSettings {
  /** `twilio`: a form with To, From and Body. `json`: a body made from the template. */
  readonly api: (typeof smsApis)[number];
  readonly url: string;
  /** The sender's number or name; of `twilio` also the id of a messaging service (MG…). */
  readonly from: string | undefined;
  /** With a user the token is the password of basic authentication, without one a bearer token. */
  readonly user: string | undefined;
  readonly token: string | undefined;
  /** Further headers, such as a key under the provider's own name. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON whose texts hold `{to}`, `{from}`, `{text}` and `{id}`. */
  readonly template: unknown;
}

export const smsApis = ['json', 'twilio'] as const;

/** What a JSON provider gets where the settings have no template. */
export const defaultSmsTemplate = { to: '{to}', from: '{from}', text: '{text}' };
