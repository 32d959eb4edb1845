import { defaultSmsTemplate, type SmsSettings, type SmtpSettings, smsApis } from '../lib/message-settings.ts';
import * as fields from './setting-fields.ts';
import { SettingError, type Settings } from './setting-sources.ts';

/** How the deployment reaches people. */
export interface MessagesConfig {
  /** The mail server; undefined = none. */
  readonly smtp: SmtpSettings | undefined;
  /** The provider of SMS; undefined = none. */
  readonly sms: SmsSettings | undefined;
  /** Whether messages that no provider sends are kept for developers. `auto`: under `gatehouse demo` alone. */
  readonly mailbox: (typeof mailboxModes)[number];
  /** Opens the development mailbox; undefined = made at the start. */
  readonly mailboxToken: string | undefined;
  /** Alpha-2 codes of the countries that SMS are sent to; undefined = all. */
  readonly smsCountries: readonly string[] | undefined;
  /** Most codes of a tenant in 24 hours. */
  readonly smsPerDay: number;
  readonly mailPerDay: number;
}

const mailboxModes = ['auto', 'on', 'off'] as const;

export function readMessages(settings: Settings): MessagesConfig {
  return {
    smtp: readSmtp(settings),
    sms: readSms(settings),
    mailbox: settings.read('GATEHOUSE_DEV_MAILBOX', fields.wordOf(mailboxModes)) ?? 'auto',
    mailboxToken: settings.read('GATEHOUSE_DEV_MAILBOX_TOKEN', fields.mailboxToken),
    smsCountries: settings.read('GATEHOUSE_SMS_COUNTRIES', fields.countries),
    smsPerDay: settings.read('GATEHOUSE_SMS_PER_DAY', fields.perDay) ?? 1000,
    mailPerDay: settings.read('GATEHOUSE_MAIL_PER_DAY', fields.perDay) ?? 10_000,
  };
}

function readSmtp(settings: Settings): SmtpSettings | undefined {
  const server = settings.read('GATEHOUSE_SMTP_URL', fields.smtpServer);
  const from = settings.read('GATEHOUSE_MAIL_FROM', fields.mailAddress);
  if (server === undefined) return undefined;
  if (from !== undefined) return { ...server, from };
  throw new SettingError(
    'GATEHOUSE_MAIL_FROM is missing: GATEHOUSE_SMTP_URL needs the address that mail comes from',
  );
}

function readSms(settings: Settings): SmsSettings | undefined {
  const submitted = {
    url: settings.read('GATEHOUSE_SMS_URL', fields.address),
    api: settings.read('GATEHOUSE_SMS_API', fields.wordOf(smsApis)) ?? 'json',
    from: settings.read('GATEHOUSE_SMS_FROM', fields.text),
    user: settings.read('GATEHOUSE_SMS_USER', fields.text),
    token: settings.read('GATEHOUSE_SMS_TOKEN', fields.secretText),
    headers: settings.read('GATEHOUSE_SMS_HEADERS', fields.headers) ?? {},
    template: settings.read('GATEHOUSE_SMS_TEMPLATE', fields.smsTemplate) ?? defaultSmsTemplate,
  };
  const { url, api, from, user, token, template } = submitted;
  if (url === undefined) return undefined;
  if (api === 'twilio' && (user === undefined || token === undefined)) {
    throw new SettingError(
      'GATEHOUSE_SMS_USER or GATEHOUSE_SMS_TOKEN is missing: GATEHOUSE_SMS_API twilio needs the account and its token',
    );
  }
  const usesFrom = api === 'twilio' || JSON.stringify(template).includes('{from}');
  if (from === undefined && usesFrom) {
    throw new SettingError(
      'GATEHOUSE_SMS_FROM is missing: GATEHOUSE_SMS_URL needs the number or name that SMS come from, or a GATEHOUSE_SMS_TEMPLATE without {from}',
    );
  }
  return { ...submitted, url };
}
