/** What a setting is for, as `docs/settings.md` shows it. */
export interface SettingMeaning {
  /** The text that has the same effect as leaving the setting out, in backquotes; or words where there is none. */
  readonly default: string;
  /** Markdown, without a full stop. */
  readonly meaning: string;
}

/** Every setting that `config.ts` and `message-config.ts` read, in the order of the page. */
export const settingMeanings: Readonly<Record<string, SettingMeaning>> = {
  GATEHOUSE_HOST: { default: '`127.0.0.1`', meaning: 'address of the listener' },
  GATEHOUSE_PORT: {
    default: '`8080`',
    meaning: 'port of the listener; 0 picks a free one, which the ready line names',
  },
  GATEHOUSE_PUBLIC_URL: {
    default: 'from host and port',
    meaning: 'the address that callers use, without path; what the ready line is built from',
  },
  GATEHOUSE_DATA_DIR: {
    default: '`data`',
    meaning: 'folder of the embedded store, uploads, list indexes and generated master key',
  },
  GATEHOUSE_EMBEDDED_MEMORY: {
    default: 'by the memory that is free',
    meaning:
      '`large`: the code of the embedded store is optimised, so that it decides a quarter to two fifths more executions; that takes 600 MB for about a second after the start and up to 160 MB from then on. `small`: neither. Where nothing is set, it is `large` with 2 GB free at the start, and the log of the start says which. Set it where a limit of memory holds for more than the service, and with the [systemd unit](deploy.md#systemd), under which the service cannot see what is free',
  },
  DATABASE_URL: {
    default: 'unset',
    meaning: 'a PostgreSQL server, 15 or newer; unset is the embedded store',
  },
  DATABASE_OWNER_URL: {
    default: 'unset',
    meaning:
      'the same database as the user who owns the schema and prepares it; unset: the user of `DATABASE_URL` does',
  },
  DATABASE_REPLICA_URL: {
    default: 'unset',
    meaning:
      'a streaming replica of the same database, which answers [reads that may be some seconds old](operating.md#a-read-replica); one server, no balancer',
  },
  DATABASE_REPLICA_MAX_LAG_SECONDS: {
    default: '`5`',
    meaning: 'what the replica shows may be that old, from 3 to 3600; else the primary is read',
  },
  GATEHOUSE_MASTER_KEY: {
    default: 'unset',
    meaning:
      'base64 of 32 bytes that wrap every stored secret; generated into the data directory with the embedded store, required with `DATABASE_URL`',
  },
  GATEHOUSE_MASTER_KEY_PREVIOUS: {
    default: 'unset',
    meaning: 'comma list of master keys that may still have to unwrap',
  },
  GATEHOUSE_ROLES: {
    default: '`all`',
    meaning: 'comma list of `gateway`, `storage`, `hosted`, `console`, `worker`',
  },
  GATEHOUSE_LISTS_DIR: {
    default: 'unset',
    meaning: 'folder of list files, one subfolder for each source; those sources are not fetched',
  },
  GATEHOUSE_LIST_SOURCES: {
    default: 'unset',
    meaning:
      'lists that are fetched from their publishers: a comma list of source ids, or a mapping of ids to [how each is fetched and checked](lists.md#fetching-from-publishers); without it and without a folder the bundled sample is screened',
  },
  GATEHOUSE_LOG_LEVEL: {
    default: '`info`',
    meaning:
      '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`; [signed heads](audit.md#published-heads) are written at each but `silent`',
  },
  GATEHOUSE_METRICS_HOST: { default: '`127.0.0.1`', meaning: 'address of the metrics listener' },
  GATEHOUSE_METRICS_PORT: { default: '`9464`', meaning: 'port of the metrics listener; 0 is none' },
  GATEHOUSE_OTLP_URL: {
    default: 'unset',
    meaning:
      'where [traces](tracing.md) go: an OTLP receiver such as `http://127.0.0.1:4318`; unset is no traces',
  },
  GATEHOUSE_TRACE_RATIO: {
    default: '`1`',
    meaning:
      "which share of the traces that begin here is kept, 0 to 1; a caller's trace is kept if the caller keeps it",
  },
  GATEHOUSE_BODY_LIMIT: { default: '`1048576`', meaning: 'most bytes of a gateway body' },
  GATEHOUSE_CLIENT_RATE: {
    default: '`600/60`',
    meaning: "calls of one client address that may fail the gateway's first checks / within seconds",
  },
  GATEHOUSE_TRUST_PROXY: {
    default: '`0`',
    meaning:
      "number of proxies, or their addresses or CIDRs, whose word about the client's address is believed",
  },
  GATEHOUSE_STOP_DELAY_SECONDS: {
    default: '`0`',
    meaning: 'seconds from `SIGTERM` in which the process is not ready and still serves calls, 0 to 300',
  },
  GATEHOUSE_CANCELLED_STATUS: {
    default: 'unset',
    meaning: 'wire value of a cancelled execution, which the interface leaves open',
  },
  GATEHOUSE_WIRE_API_VERSIONS: {
    default: '`{}`',
    meaning:
      'JSON that pins the versions that the interface leaves open, such as `{"storage.upload.token":"1.0.0"}`',
  },
  GATEHOUSE_EGRESS_ALLOW: {
    default: 'unset',
    meaning:
      'comma list of hosts, addresses or CIDRs that outgoing calls may reach although they are private; the hosts of the settings below need not be among them',
  },
  GATEHOUSE_SEARXNG_URL: {
    default: 'unset',
    meaning:
      'a SearXNG instance that `INTERNET_SEARCH` asks, see [quick-scan.md](quick-scan.md#internet-search)',
  },
  GATEHOUSE_BRAVE_TOKEN: {
    default: 'unset',
    meaning: 'token of a Brave Search subscription that `INTERNET_SEARCH` asks',
  },
  GATEHOUSE_BRAVE_URL: { default: '`https://api.search.brave.com`', meaning: "where Brave's Search API is" },
  GATEHOUSE_FEEDS: {
    default: 'unset',
    meaning:
      'addresses of RSS, RDF or Atom feeds, with blanks or commas between them, that the deployment reads for `INTERNET_SEARCH`, see [quick-scan.md](quick-scan.md#feeds)',
  },
  GATEHOUSE_FEEDS_MINUTES: { default: '`30`', meaning: 'how often each feed is checked' },
  GATEHOUSE_MATCH_URL: {
    default: 'unset',
    meaning:
      'a server that speaks the matching API of OpenSanctions, see [quick-scan.md](quick-scan.md#a-hosted-data-set)',
  },
  GATEHOUSE_MATCH_DATASET: {
    default: '`default`',
    meaning: 'the data set or collection of it that is asked',
  },
  GATEHOUSE_MATCH_KEY: { default: 'unset', meaning: 'its API key' },
  GATEHOUSE_MATCH_ENGINES: {
    default: '`COMPOSITE_SCAN`',
    meaning:
      'comma list of `GLOBAL_CHECK`, `RISK_LISTS`, `COMPOSITE_SCAN`, or `all`: the engines that search it beside the lists',
  },
  GATEHOUSE_PROVIDER_TIMEOUT_MS: {
    default: '`15000`',
    meaning: 'how long an engine that asks other servers may take in all',
  },
  GATEHOUSE_MONITORED_IN_MEMORY: {
    default: '`1000000`',
    meaning:
      'most [monitored](monitoring.md#size) customers and parties that a working node keeps in memory, of all domains, about 2 kB each; a domain that does not fit is read in parts by each run',
  },
  GATEHOUSE_UNFINISHED_FLOW_DAYS: {
    default: '`30`',
    meaning:
      'days after the last link to a hosted flow has expired until its execution, which waits for a person who came no more, ends FAILED; 0 lets it wait for ever',
  },
  GATEHOUSE_WEBHOOK_LOG_DAYS: {
    default: '`365`',
    meaning:
      'days after which the inputs and answers of finished webhook deliveries are deleted, where no tenant sets [another period](retention.md); what proves the call stays; 0 keeps them',
  },
  GATEHOUSE_RETENTION: {
    default: '`on`',
    meaning: '`off`: nothing is deleted [by age](retention.md), such as on a restored copy that you examine',
  },
  GATEHOUSE_SEAL_EXECUTIONS: {
    default: '`on`',
    meaning:
      '`on`: what executions keep is [encrypted](erasure.md#keys-of-files-and-calls) once they are completed or cancelled, also those from before, and takes less space. `off`: it lies in the store as it was submitted, and each costs the node less processor time, an eighth or so; what was encrypted before stays encrypted. Takes effect in a store that encrypts files',
  },
  GATEHOUSE_AUDIT_WEBHOOK_URL: {
    default: 'unset',
    meaning:
      'an address that gets the [signed heads](audit.md#published-heads) of the audit log each hour, by POST',
  },
  GATEHOUSE_AUDIT_MAIL_TO: {
    default: 'unset',
    meaning: 'a mail address that gets them each hour; needs `GATEHOUSE_SMTP_URL`',
  },
  GATEHOUSE_AUDIT_S3_BUCKET: {
    default: 'unset',
    meaning:
      'a bucket of the object store `GATEHOUSE_S3_ENDPOINT` that gets them each hour, best one that locks its objects',
  },
  GATEHOUSE_SIEM_URL: {
    default: 'unset',
    meaning:
      'an address that gets the audit log [as a stream](audit.md#a-stream-for-a-siem), by POST of JSON',
  },
  GATEHOUSE_SIEM_HEADERS: { default: 'unset', meaning: 'JSON of headers of these requests, such as a token' },
  GATEHOUSE_SIEM_SYSLOG: {
    default: 'unset',
    meaning: 'a syslog server that gets it: `tls://host:6514` or `tcp://host:514`',
  },
  GATEHOUSE_SIEM_DETAILS: {
    default: '`off`',
    meaning: '`on` streams the details of records too, which may say something of a customer',
  },
  GATEHOUSE_SMTP_URL: {
    default: 'unset',
    meaning:
      'the mail server, see [messages.md](messages.md#mail): `smtps://user:password@host:465`, or `smtp://…:587` for STARTTLS, which is demanded; `?tls=off` speaks in clear',
  },
  GATEHOUSE_MAIL_FROM: {
    default: 'unset',
    meaning: "the address that mail comes from; its name is the tenant's",
  },
  GATEHOUSE_MAIL_PER_DAY: {
    default: '`10000`',
    meaning: 'most one-time codes by mail of a tenant in 24 hours',
  },
  GATEHOUSE_SMS_URL: {
    default: 'unset',
    meaning: 'where the provider of SMS takes a message, see [messages.md](messages.md#sms)',
  },
  GATEHOUSE_SMS_API: {
    default: '`json`',
    meaning:
      'what it takes: `json`, a body made from the template, or `twilio`, a form with To, From and Body',
  },
  GATEHOUSE_SMS_FROM: { default: 'unset', meaning: 'the number or name that SMS come from' },
  GATEHOUSE_SMS_USER: {
    default: 'unset',
    meaning: 'its account; with it the token is the password of basic authentication',
  },
  GATEHOUSE_SMS_TOKEN: { default: 'unset', meaning: 'its token; without an account a bearer token' },
  GATEHOUSE_SMS_HEADERS: {
    default: 'unset',
    meaning: "JSON of further headers, such as a key under the provider's own name",
  },
  GATEHOUSE_SMS_TEMPLATE: {
    default: '`{"to":"{to}","from":"{from}","text":"{text}"}`',
    meaning: 'JSON body of `json`; its texts may hold `{to}`, `{from}`, `{text}` and `{id}`',
  },
  GATEHOUSE_SMS_COUNTRIES: {
    default: 'unset',
    meaning: 'comma list of the countries whose numbers get SMS; unset is all',
  },
  GATEHOUSE_SMS_PER_DAY: { default: '`1000`', meaning: 'most one-time codes by SMS of a tenant in 24 hours' },
  GATEHOUSE_DEV_MAILBOX: {
    default: '`auto`',
    meaning:
      'whether messages without a provider are kept on a page instead, see [messages.md](messages.md#the-development-mailbox): `on`, `off`, or `auto`, under `gatehouse demo` alone',
  },
  GATEHOUSE_DEV_MAILBOX_TOKEN: {
    default: 'unset',
    meaning:
      '8 to 200 letters, digits, `.`, `_` and `-` that open this page; unset is a new token at each start, printed once; several nodes need the same',
  },
  GATEHOUSE_S3_ENDPOINT: {
    default: 'unset',
    meaning:
      'an S3-compatible object store for uploads, such as `https://s3.eu-central-1.amazonaws.com`; unset is files in the data directory',
  },
  GATEHOUSE_S3_REGION: { default: 'unset', meaning: 'its region; `us-east-1` where the store has none' },
  GATEHOUSE_S3_BUCKET: { default: 'unset', meaning: 'its bucket, which must exist' },
  GATEHOUSE_S3_ACCESS_KEY: { default: 'unset', meaning: 'its access key' },
  GATEHOUSE_S3_SECRET_KEY: { default: 'unset', meaning: 'its secret key' },
  GATEHOUSE_CLAMD: {
    default: 'unset',
    meaning:
      'where a clamd listens that scans every upload: `127.0.0.1:3310`, or a socket such as `/run/clamav/clamd.ctl`',
  },
};
