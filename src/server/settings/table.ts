import { existsSync } from 'node:fs'
import { z } from 'zod'
import { isTimeZone } from '#contract/time-zone.ts'
import { GivenRole } from '#contract/staff/access.ts'
import { groupRoles, isSafeIssuer } from '#server/env-values.ts'
import { setting, type Given } from './setting.ts'
import {
  address,
  addresses,
  addressOrFolder,
  bucket,
  count,
  database,
  domain,
  fitting,
  host,
  hostsIn,
  mailbox,
  mailServer,
  nameServer,
  mailServerFrom,
  oneOf,
  origin,
  sender,
  text,
  url,
} from './values.ts'

const without = (name: string) => (given: Given) => (given(name) ? null : `without ${name}`)
const withoutRationales = (given: Given) => (given('RATIONALE') === 'off' ? 'with RATIONALE=off' : null)
const BOOKINGS = ['BOOKINGS_BASE_URL', 'BOOKINGS_TENANT_ID', 'BOOKINGS_CLIENT_ID', 'BOOKINGS_CLIENT_SECRET', 'BOOKINGS_BUSINESS_IDS']
const SSO = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']

/**
 * Every setting of Rounds and everything that's true of it. `.env.example`, the README's table, errors and hints at startup, the line about what's in
 * use, and `doctor` are generated from it (`npm run settings` writes the files).
 */
export const SETTINGS = {
  NODE_ENV: setting({
    schema: oneOf('development', 'production', 'test').default('development'),
    about: "`production`: no demo data, and the settings that only suit the demo are required. It's Node's own setting.",
    example: 'production',
  }),
  PORT: setting({
    schema: count(3000).refine((port) => port <= 65_535, 'must be at most 65535'),
    about: 'The port it listens on.',
    example: '3000',
  }),
  HOST: setting({ schema: host.default('127.0.0.1'), about: 'The address it listens on.', example: '127.0.0.1', replaces: ['BIND', 'LISTEN', 'BIND_ADDRESS'] }),
  BASE_URL: setting({
    schema: origin.optional(),
    about: 'The public origin, for links, canonical addresses and cookies; https in production, except on loopback.',
    more: 'Cookies are Secure when it begins with https. A public one needs SMTP_URL.',
    example: 'https://careers.example.com',
    otherwise: '`http://localhost:$PORT`',
    production: 'the public origin',
    replaces: ['PUBLIC_URL', 'SITE_URL', 'APP_URL', 'ROOT_URL', 'ORIGIN'],
  }),
  DISABLE_SSL: setting({
    schema: oneOf('true', 'false').default('false'),
    about: '`true`: in production, `BASE_URL` may begin with http. Anyone on the network in between can read codes and applications.',
    more: 'ONCE sets it for an app without a certificate.',
    example: 'true',
    inUse: (value) => (value === 'true' ? 'without TLS' : null),
  }),
  TRUST_PROXY: setting({
    schema: count(0),
    about: "How many proxies in front are trusted to report the client's address.",
    example: '1',
    replaces: ['TRUST_PROXIES', 'TRUSTED_PROXIES', 'PROXY_COUNT'],
  }),
  DATA_DIR: setting({ schema: text.default('./data'), about: 'The folder of the embedded database, stored files and mail files.', example: '/var/lib/rounds' }),
  DATABASE_URL: setting({
    schema: database.optional(),
    about: 'A PostgreSQL server. Without it, the database is embedded in `DATA_DIR`.',
    more:
      'For one on another machine add ?sslmode=verify-full. Several hosts of one cluster with commas between them, ' +
      '…@one:5432,two:5432/name?target_session_attrs=read-write: whichever takes writes is used.',
    example: 'postgres://rounds_app:password@127.0.0.1:5432/rounds',
    otherwise: 'embedded',
    replaces: ['POSTGRES_URL', 'POSTGRESQL_URL', 'PG_URL', 'DB_URL', 'PGURI'],
    isSecret: true,
    inUse: (address) => address && `PostgreSQL at ${hostsIn(address)}`,
    notInUse: 'embedded database in $DATA_DIR',
  }),
  DATABASE_POOL: setting({
    schema: count(10, 1),
    about: 'Connections to that server for each process.',
    example: '10',
    idle: without('DATABASE_URL'),
    replaces: ['DB_POOL', 'POOL_SIZE', 'DATABASE_POOL_SIZE'],
  }),
  EMBEDDED_IN_PRODUCTION: setting({
    schema: oneOf('yes').optional(),
    about: "`yes`: production without `DATABASE_URL` is intended. Otherwise, it won't start.",
    example: 'yes',
    otherwise: 'none',
    idle: (given) => (given('DATABASE_URL') ? 'with DATABASE_URL' : null),
  }),
  SEED: setting({
    schema: oneOf('demo', 'reference', 'none').optional(),
    about: "`demo` (sample roles, applicants and interviewers), `reference` (what it can't run without) or `none`.",
    example: 'reference',
    otherwise: '`demo` when embedded and empty, else `reference`',
  }),
  COMPANY_NAME: setting({
    schema: text.default('Meridian Health'),
    about: 'The employer.',
    example: '"Example Health"',
    production: 'the employer',
    replaces: ['COMPANY', 'ORGANIZATION', 'EMPLOYER', 'EMPLOYER_NAME'],
  }),
  COMPANY_DOMAIN: setting({
    schema: domain.default('meridianhealth.example'),
    about: "The domain of interviewers' addresses.",
    example: 'example.com',
    production: "the domain of interviewers' addresses",
    replaces: ['EMAIL_DOMAIN', 'MAIL_DOMAIN'],
  }),
  ADMIN_EMAILS: setting({
    schema: addresses.optional(),
    about: 'Addresses that are always owners, separated by commas; owners add others in the product. Required without demo data.',
    example: 'owner@example.com',
    otherwise: '13 demo addresses',
    replaces: ['ADMINS', 'OWNERS', 'OWNER_EMAILS', 'OWNER_EMAIL'],
    inUse: (list) => list && `${list.length} ${list.length === 1 ? 'owner' : 'owners'} from the settings`,
  }),
  EXCLUSION_CONTACT: setting({
    schema: address.optional(),
    about: 'The one owner, from the settings or added in the product, who compares possible matches with the exclusion list; no one else sees them.',
    example: 'owner@example.com',
    otherwise: 'the first of `ADMIN_EMAILS`',
  }),
  SIGN_IN: setting({
    schema: oneOf('code', 'oidc').default('code'),
    about: '`oidc`: staff can sign in only with single sign-on. An owner can still get a code from `rounds sign-in code EMAIL`.',
    example: 'oidc',
  }),
  OIDC_ISSUER: setting({
    schema: url.refine((address) => isSafeIssuer(address), 'must begin with https://, except on loopback').optional(),
    about: 'Single sign-on with OpenID Connect: the provider.',
    more: 'Register $BASE_URL/admin/login/sso as the redirect URI and $BASE_URL/api/auth/sso/logout as the back-channel logout URI.',
    example: 'https://login.example.com',
    otherwise: 'no single sign-on',
    needs: SSO,
    replaces: ['OIDC_URL', 'SSO_URL', 'OIDC_ISSUER_URL', 'SSO_ISSUER'],
    inUse: (address) => address && `single sign-on at ${hostsIn(address)}`,
  }),
  OIDC_CLIENT_ID: setting({
    schema: text.optional(),
    about: 'The ID under which Rounds is registered there.',
    example: 'rounds',
    otherwise: 'none',
    needs: SSO,
  }),
  OIDC_CLIENT_SECRET: setting({
    schema: text.optional(),
    about: 'The client secret.',
    example: 'the-secret-of-the-provider',
    otherwise: 'none',
    needs: SSO,
    isSecret: true,
  }),
  OIDC_GROUPS: setting({
    schema: z
      .string()
      .transform(groupRoles)
      .refine(
        (rules) => rules.every(({ group, role }) => group && GivenRole.safeParse(role).success),
        `must be group=role pairs separated by semicolons, with the roles ${GivenRole.options.join(', ')}`,
      )
      .optional(),
    about: "Roles for the provider's groups, group=role with semicolons between them. The first match counts.",
    more: `Roles: ${GivenRole.options.join(', ')}. Empty: owners give roles on the Staff screen.`,
    example: '"Careers recruiters=recruiter; HR audit=auditor"',
    otherwise: 'none',
    needs: ['OIDC_ISSUER'],
  }),
  OIDC_TRUST_EMAIL: setting({
    schema: oneOf('yes').optional(),
    about: "`yes`: an address counts as verified if the provider doesn't say whether it is, as with Microsoft Entra ID.",
    more: "Only for a provider whose users can't choose their address. Empty: only addresses it marks as verified (email_verified) give access.",
    example: 'yes',
    otherwise: 'none',
    needs: ['OIDC_ISSUER'],
  }),
  OWNER_PASSKEYS: setting({
    schema: oneOf('optional', 'required').default('optional'),
    about: "`required`: owners can't do anything until they've used a passkey. Needs a `BASE_URL` with a name, not an IP address.",
    example: 'required',
  }),
  STAFF_PASSKEYS: setting({
    schema: oneOf('optional', 'required').default('optional'),
    about: '`required`: the same for everyone who signs in, interviewers too.',
    example: 'required',
  }),
  SECRET_KEY: setting({
    schema: z.string().min(32, 'must be at least 32 characters').optional(),
    about: 'At least 32 random characters that sign cookies and sign-in codes (`openssl rand -hex 32`).',
    example: 'the-output-of-openssl-rand-hex-32',
    otherwise: 'generated once, kept in the database',
    replaces: ['SECRET', 'SESSION_SECRET', 'APP_SECRET', 'APP_KEY'],
    once: { names: ['SECRET_KEY_BASE'], read: (given) => given('SECRET_KEY_BASE') },
    isSecret: true,
  }),
  SMTP_URL: setting({
    schema: mailServer.optional(),
    about: 'Outgoing mail; without it, messages are files in `DATA_DIR/mail`, and codes are printed too.',
    example: 'smtp://user:password@mail.example.com:587',
    otherwise: 'files',
    production: 'without mail, no one can sign in',
    replaces: ['SMTP_URI', 'MAIL_URL', 'MAILER_URL', 'EMAIL_URL', 'SMTP_HOST', 'SMTP_SERVER', 'MAIL_SERVER'],
    once: { names: ['SMTP_ADDRESS', 'SMTP_PORT', 'SMTP_USERNAME', 'SMTP_PASSWORD'], read: mailServerFrom },
    isSecret: true,
    inUse: (address) => address && `mail through ${hostsIn(address)}`,
    notInUse: 'mail in files',
  }),
  SMTP_PLAINTEXT: setting({
    schema: oneOf('yes').optional(),
    about: "`yes`: mail may go unencrypted to a server that isn't on this machine. Anyone in between can read its password and every sign-in code.",
    example: 'yes',
    otherwise: 'none',
    needs: ['SMTP_URL'],
    idle: (given) => (given('SMTP_URL')?.startsWith('smtps:') ? 'with smtps:// in SMTP_URL' : null),
    inUse: (value) => value && 'in clear text if it offers no encryption',
  }),
  MAIL_FROM: setting({
    schema: sender.optional(),
    about: 'The sender of every email.',
    example: '"Example Health Careers <careers@example.com>"',
    otherwise: '`careers@` the company domain',
    production: 'the sender of every email',
    needs: ['SMTP_URL'],
    replaces: ['SMTP_FROM', 'EMAIL_FROM', 'FROM_EMAIL', 'MAIL_SENDER'],
    once: { names: ['MAILER_FROM_ADDRESS'], read: (given) => given('MAILER_FROM_ADDRESS') },
  }),
  BOUNCE_ADDRESS: setting({
    schema: address.optional(),
    about:
      'The envelope sender, which bounces go to. In the domain of `MAIL_FROM`; an alias that pipes them into `rounds mail bounced`, or a mailbox for `IMAP_URL`.',
    example: 'bounces@example.com',
    otherwise: 'the address in `MAIL_FROM`',
    needs: ['SMTP_URL'],
    replaces: ['RETURN_PATH', 'ENVELOPE_FROM'],
  }),
  IMAP_URL: setting({
    schema: mailbox.optional(),
    about: 'The mailbox that bounces go to, looked into every five minutes. Bounces and spam complaints about our emails are marked as read.',
    more: 'Other messages are left alone. A path names the folder: imaps://…@mail.example.com/Bounces. An @ in the user is written %40.',
    example: 'imaps://bounces%40example.com:password@mail.example.com',
    otherwise: "bounces aren't read from a mailbox",
    needs: ['SMTP_URL'],
    replaces: ['IMAP_SERVER', 'IMAP_HOST', 'BOUNCE_MAILBOX'],
    isSecret: true,
    inUse: (address) => address && `bounces from ${hostsIn(address)}`,
  }),
  IMAP_PLAINTEXT: setting({
    schema: oneOf('yes').optional(),
    about: "`yes`: the mailbox may be read unencrypted from a server that isn't on this machine. Anyone in between can read its password.",
    example: 'yes',
    otherwise: 'none',
    needs: ['IMAP_URL'],
    idle: (given) => (given('IMAP_URL')?.startsWith('imaps:') ? 'with imaps:// in IMAP_URL' : null),
    inUse: (value) => value && 'in clear text if it offers no encryption',
  }),
  DKIM_SELECTOR: setting({
    schema: fitting((name) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(name), 'must be letters, digits and hyphens').optional(),
    about: 'The selector that mail is signed under with DKIM, so that `doctor` can look up its key. Your mail provider shows it.',
    example: 'mail2026',
    otherwise: "the key isn't checked",
    needs: ['SMTP_URL'],
  }),
  DKIM_SIGNING: setting({
    schema: oneOf('yes').optional(),
    about: "`yes`: Rounds signs mail with DKIM, for a mail server that doesn't. `rounds mail key` makes the key and prints the record to publish.",
    example: 'yes',
    otherwise: 'the mail server signs',
    needs: ['SMTP_URL', 'DKIM_SELECTOR'],
  }),
  DNS_SERVER: setting({
    schema: nameServer.optional(),
    about: "The name server that `doctor` asks for SPF, DKIM and DMARC, if this machine's own doesn't know the public records.",
    example: '9.9.9.9',
    otherwise: "this machine's own",
    needs: ['SMTP_URL'],
  }),
  MAIL_DELAY_SECONDS: setting({
    schema: count(30),
    about: 'How long an email to a candidate is held so the decision can be undone.',
    example: '30',
  }),
  MAIL_RETENTION_DAYS: setting({
    schema: count(90),
    about: 'Deletes email text after this many days but keeps the record that it was sent; `0` keeps the text. Sign-in emails: after one day.',
    example: '90',
  }),
  REPLY_WITHIN_DAYS: setting({
    schema: count(14, 1),
    about: 'The reply time promised to candidates, in calendar days. A role can set its own.',
    example: '14',
  }),
  TIME_ZONE: setting({
    schema: fitting(isTimeZone, 'must be a time zone').default('UTC'),
    about: "The zone of the days in emails and on public pages, and of the morning email. Staff screens use each reader's own.",
    example: 'America/Chicago',
    replaces: ['TIMEZONE'],
  }),
  DECISION_REASON: setting({
    schema: oneOf('optional', 'required').default('optional'),
    about: "`required`: a rejection after an interview needs a reason. It's in the history, the packet, exports and the search; candidates don't see it.",
    example: 'required',
  }),
  TRAIL_HEAD_TO: setting({
    schema: addressOrFolder.optional(),
    about: 'Where the newest row of the audit trail goes every morning, besides the owners: an email address or a folder.',
    more: 'Comparing with it reveals a rewritten history, so choose a place this machine can add to but not change.',
    example: 'auditor@example.com',
    otherwise: 'the owners alone',
  }),
  HIDE_PRONOUNS: setting({
    schema: oneOf('yes').optional(),
    about: '`yes`: hides pronouns (he, she and so on) while names are hidden.',
    example: 'yes',
    otherwise: 'pronouns are shown',
  }),
  HIRING_FIGURES: setting({
    schema: oneOf('on', 'off').default('off'),
    about: '`on`: `/how-we-hire` shows how well that promise was kept in the last 12 months; figures based on fewer than 10 applications are hidden.',
    example: 'on',
  }),
  STORAGE_URL: setting({
    schema: bucket.optional(),
    about: 'S3-compatible storage for files, with keys from `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.',
    example: 's3://bucket?endpoint=https://storage.example.com&region=us-east-1',
    otherwise: 'files in `DATA_DIR`',
    replaces: ['S3_URL', 'S3_BUCKET', 'BUCKET_URL', 'STORAGE'],
    inUse: (address) => address && `files in ${address.split('?')[0]!}`,
    notInUse: 'files in $DATA_DIR',
  }),
  LLM_BASE_URL: setting({
    schema: url.optional(),
    about: 'Any OpenAI-compatible chat-completions server for red-flag rationales.',
    example: 'https://models.example.com/v1',
    otherwise: 'the evidence finder, which quotes and never judges',
    needs: ['LLM_MODEL'],
    idle: withoutRationales,
    replaces: ['LLM_URL', 'LLM_API_URL', 'OPENAI_BASE_URL', 'MODEL_URL'],
    inUse: (address) => address && `rationales from a model at ${hostsIn(address)}`,
    notInUse: 'rationales from the evidence finder',
  }),
  LLM_API_KEY: setting({
    schema: text.optional(),
    about: 'The API key for that server, if it needs one.',
    example: 'the-key-of-the-server',
    otherwise: 'none',
    needs: ['LLM_BASE_URL'],
    idle: withoutRationales,
    replaces: ['LLM_KEY', 'LLM_TOKEN'],
    isSecret: true,
  }),
  LLM_MODEL: setting({
    schema: text.optional(),
    about: 'The model to use there.',
    example: 'model-name',
    otherwise: 'none',
    needs: ['LLM_BASE_URL'],
    idle: withoutRationales,
  }),
  LLM_MONTHLY_TOKENS: setting({
    schema: count(0),
    about: 'Most tokens to request from it in a calendar month (UTC), for all processes together; `0` means no limit.',
    example: '1000000',
    idle: (given) => withoutRationales(given) ?? without('LLM_BASE_URL')(given),
  }),
  RATIONALE: setting({
    schema: oneOf('on', 'off').default('on'),
    about: '`off`: no rationale is ever generated; people write them.',
    example: 'off',
    inUse: (value) => (value === 'off' ? 'no drafted rationales' : null),
  }),
  BOOKINGS_BASE_URL: setting({
    schema: url.optional(),
    about: 'Microsoft Bookings over Graph; without it, the staff list is `DATA_DIR/bookings-staff.json`.',
    example: 'https://graph.microsoft.com/v1.0',
    otherwise: 'a file',
    needs: BOOKINGS,
    inUse: (address) => address && `Bookings at ${hostsIn(address)}`,
    notInUse: 'staff list from a file',
  }),
  BOOKINGS_TENANT_ID: setting({
    schema: text.optional(),
    about: 'The tenant at Microsoft.',
    example: 'contoso.onmicrosoft.com',
    otherwise: 'none',
    needs: BOOKINGS,
  }),
  BOOKINGS_CLIENT_ID: setting({
    schema: text.optional(),
    about: 'The ID under which Rounds is registered there.',
    example: '00000000-0000-0000-0000-000000000000',
    otherwise: 'none',
    needs: BOOKINGS,
  }),
  BOOKINGS_CLIENT_SECRET: setting({
    schema: text.optional(),
    about: 'The client secret.',
    example: 'the-secret-of-the-registration',
    otherwise: 'none',
    needs: BOOKINGS,
    isSecret: true,
  }),
  BOOKINGS_BUSINESS_IDS: setting({
    schema: text.optional(),
    about: 'The mailboxes of the booking pages, separated by commas.',
    example: 'interviews@example.com',
    otherwise: 'none',
    needs: BOOKINGS,
  }),
  BOOKINGS_TOKEN_URL: setting({
    schema: url.optional(),
    about: 'The token endpoint for it.',
    example: 'https://login.microsoftonline.com/contoso.onmicrosoft.com/oauth2/v2.0/token',
    otherwise: 'the Microsoft sign-in of the tenant',
    needs: BOOKINGS,
  }),
  PROTECTED_PDF_PATH: setting({
    schema: fitting((path) => existsSync(path), 'must name an existing file').optional(),
    about: "The protected document. Outside the demo, the page says there isn't one.",
    example: '/var/lib/rounds/candidate-guide.pdf',
    otherwise: "the demo's",
    needs: ['PROTECTED_PDF_PASSWORD'],
  }),
  PROTECTED_PDF_PASSWORD: setting({
    schema: text.optional(),
    about: 'The password that opens it.',
    example: 'a-password-for-candidates',
    otherwise: "the demo's",
    needs: ['PROTECTED_PDF_PATH'],
    isSecret: true,
  }),
  ANALYTICS_MEASUREMENT_ID: setting({
    schema: fitting((id) => /^G-[A-Z0-9]{4,20}$/.test(id), 'must be a GA4 ID').optional(),
    about: 'Web analytics (GA4), after consent and never for staff. Empty: no analytics script at all.',
    example: 'G-XXXXXXXXXX',
    otherwise: 'none',
  }),
  TERMS_URL: setting({
    schema: url.optional(),
    about: 'A link in the footer.',
    example: 'https://example.com/terms',
    otherwise: '`/terms` at the company domain',
  }),
  PRIVACY_URL: setting({
    schema: url.optional(),
    about: 'A link in the footer.',
    example: 'https://example.com/privacy',
    otherwise: '`/privacy` at the company domain',
  }),
  RETENTION_DAYS: setting({
    schema: count(0).refine((days) => days === 0 || days >= 365, 'must be 0, or 365 or more (29 CFR 1602.14 keeps applications for a year)'),
    about:
      'Anonymizes unsuccessful applications after this many days: `0` is never, else 365 or more (29 CFR 1602.14). Erasures that candidates ask for wait four years after the last action (California, Gov. Code 12946), or this long if it is shorter.',
    example: '1461',
  }),
  LIMITS_SCALE: setting({
    schema: z
      .string()
      .regex(/^\d+(\.\d+)?$/, 'must be a number')
      .transform(Number)
      .refine((scale) => scale > 0, 'must be more than 0')
      .default(1),
    about: 'Multiplies every rate limit (load tests).',
    example: '1',
  }),
  METRICS_TOKEN: setting({
    schema: text.optional(),
    about: 'Allows clients other than loopback to read `/metrics`, with `Authorization: Bearer …`.',
    example: 'the-output-of-openssl-rand-hex-32',
    otherwise: 'none',
    isSecret: true,
  }),
  LOG_LEVEL: setting({
    schema: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
    about: 'How much is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    example: 'info',
  }),
  SHUTDOWN_TIMEOUT: setting({ schema: count(10, 1), about: 'Seconds to finish work in progress after SIGTERM.', example: '10' }),
}

export type SettingName = keyof typeof SETTINGS
/** The settings as given, before defaults that depend on other settings. */
export type Settings = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> }
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]
