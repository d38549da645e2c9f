import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { FormValues } from '#contract/applications/form-values.ts'
import { BrandText, MAX_IMAGE_BYTES } from '#contract/brand/brand.ts'
import type { Env, StoredSettings } from '#server/env.ts'
import { isLoopbackHost } from '#server/env-values.ts'
import type { Caller } from '#server/http/caller.ts'
import { fieldError } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { canonicalAddress } from '#server/auth/address.ts'
import { tryServer } from '#server/mail/smtp-transport.ts'
import { testMessage } from '#server/operate/mail/test-message.ts'
import type { Services } from '#server/services.ts'
import { settingOf } from '#server/settings/rules.ts'
import { isSetByVariable, saveSettings } from '#server/settings/stored.ts'
import type { SettingName } from '#server/settings/table.ts'
import { parseHosts, mailServerFrom } from '#server/settings/values.ts'
import { storePicture } from '#server/brand/store-picture.ts'
import { updateBrand } from '#server/brand/update-brand.ts'
import { receiveUpload } from '#server/http/uploads.ts'

const MISSING: Partial<Record<SettingName, string>> = {
  COMPANY_NAME: "Enter the employer's name",
  BASE_URL: 'Enter the address that people open, such as https://careers.example.com',
  COMPANY_DOMAIN: 'Enter the domain of your email addresses, such as example.com',
}

/** Saves the employer, its addresses and its time zone. Throws 422 if a value is missing or invalid, or if the host name doesn't resolve. */
export async function saveEmployer(services: Services, by: Caller, typed: FormValues): Promise<string> {
  const { env } = services
  const values = {
    COMPANY_NAME: textOf(typed, 'COMPANY_NAME'),
    BASE_URL: withScheme(textOf(typed, 'BASE_URL')),
    COMPANY_DOMAIN: textOf(typed, 'COMPANY_DOMAIN').replace(/^@/, ''),
    TIME_ZONE: textOf(typed, 'TIME_ZONE'),
  }
  const changes = withoutFixed(env, values)
  const errors = Object.entries(MISSING).flatMap(([path, message]) => (changes[path as SettingName] === '' ? [{ path, message }] : []))
  if (errors.length > 0) throw new HttpError(422, errors[0]!.message, { errors })
  if (changes.BASE_URL) await rejectUnknownHost(changes.BASE_URL)
  await saveSettings(services, by, changes)
  return 'Saved.'
}

/** Saves the mail server after connecting and signing in to it. Throws 422 with the server's own message if that fails. */
export async function saveMail(services: Services, by: Caller, typed: FormValues): Promise<string> {
  const { env } = services
  const { SMTP_URL, MAIL_FROM } = readMail(env, typed)
  const words = await tryServer(SMTP_URL, plaintextOptionOf(env), null)
  if (words !== null) throw fieldError(422, 'smtp_host', `${parseHosts(SMTP_URL)} can't be used: ${words}`)
  await saveSettings(services, by, withoutFixed(env, { SMTP_URL, MAIL_FROM }))
  return `Saved. ${parseHosts(SMTP_URL)} is ready to use.`
}

/** Sends a test email with the values typed in, without saving them. Throws 422 with the server's own message if it isn't accepted. */
export async function sendTest({ db, env }: Services, typed: FormValues): Promise<string> {
  const { SMTP_URL, MAIL_FROM } = readMail(env, typed)
  const to = canonicalAddress(textOf(typed, 'test_to'))
  if (!to) throw fieldError(422, 'test_to', 'Please enter a valid email address')
  const words = await tryServer(SMTP_URL, plaintextOptionOf(env), { from: MAIL_FROM, test: await testMessage(env, db, to) })
  if (words !== null) throw fieldError(422, 'smtp_host', `${parseHosts(SMTP_URL)} didn't accept the test: ${words}`)
  return `${parseHosts(SMTP_URL)} accepted the test to ${to}. Check that mailbox and its spam folder, then save.`
}

/** The parts of the mail server's URL, without its password. */
export function mailParts({ SMTP_URL }: Pick<Env, 'SMTP_URL'>): { host: string; port: string; user: string; has_password: boolean } {
  if (!SMTP_URL) return { host: '', port: '587', user: '', has_password: false }
  const { hostname, port, protocol, username, password } = new URL(SMTP_URL)
  return { host: hostname, port: port || (protocol === 'smtps:' ? '465' : '587'), user: decodeURIComponent(username), has_password: password !== '' }
}

const textOf = (typed: FormValues, name: string) => (typed[name] ?? '').trim()

const withScheme = (address: string) => (address === '' || address.includes('://') ? address : `https://${address}`)

const plaintextOptionOf = ({ SMTP_PLAINTEXT }: Env) => ({ isPlainAllowed: SMTP_PLAINTEXT === 'yes' })

/** Settings made by a variable aren't part of the form. */
function withoutFixed(env: Env, changes: StoredSettings): StoredSettings {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !isSetByVariable(env, name as SettingName))) as StoredSettings
}

async function rejectUnknownHost(address: string): Promise<void> {
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  // Invalid addresses are rejected by the setting's own rule.
  if (host === '' || isLoopbackHost(host) || isIP(host.replace(/^\[|\]$/g, '')) !== 0) return
  await lookup(host).catch((error: { code?: string }) => {
    throw fieldError(
      422,
      'BASE_URL',
      `${host} has no address (${error.code ?? 'no reason given'}). Add a DNS record that points to this server, then save again.`,
    )
  })
}

function readMail(env: Env, typed: FormValues): { SMTP_URL: string; MAIL_FROM: string } {
  const SMTP_URL = isSetByVariable(env, 'SMTP_URL') ? env.SMTP_URL! : serverOf(env, typed)
  const MAIL_FROM = isSetByVariable(env, 'MAIL_FROM') ? env.MAIL_FROM : textOf(typed, 'MAIL_FROM')
  const sender = settingOf('MAIL_FROM').schema.safeParse(MAIL_FROM || ' ')
  if (!sender.success) throw fieldError(422, 'MAIL_FROM', 'Enter an address, such as Example Health Careers <careers@example.com>')
  return { SMTP_URL, MAIL_FROM }
}

/** If no password was typed, keeps the saved one, but only for the same server and user. */
function serverOf(env: Env, typed: FormValues): string {
  const [host, port, user] = [textOf(typed, 'smtp_host'), textOf(typed, 'smtp_port') || '587', textOf(typed, 'smtp_user')]
  if (host === '') throw fieldError(422, 'smtp_host', 'Enter the name of the mail server, such as mail.example.com')
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw fieldError(422, 'smtp_port', 'Enter a port, such as 587')
  const saved = mailParts(env)
  const isSame = env.SMTP_URL !== undefined && saved.host === host && saved.user === user
  const password = typed['smtp_password'] || (isSame ? decodeURIComponent(new URL(env.SMTP_URL!).password) : '')
  if (user !== '' && password === '') throw fieldError(422, 'smtp_password', 'Enter the password of this user')
  const parts: Record<string, string> = { SMTP_ADDRESS: host, SMTP_PORT: port, SMTP_USERNAME: user, SMTP_PASSWORD: password }
  const url = mailServerFrom((name) => parts[name] || undefined)!
  if (!settingOf('SMTP_URL').schema.safeParse(url).success)
    throw fieldError(422, 'smtp_host', "This isn't the name of a mail server, such as mail.example.com, with a user and a password or neither")
  return url
}

/** Saves the careers site's color. Throws 422 for anything that isn't a color. */
export async function saveColor({ db }: Services, caller: Caller, typed: FormValues): Promise<string> {
  const accent = BrandText.shape.accent.safeParse(typed['accent'] ?? '')
  if (!accent.success) throw fieldError(422, 'accent', accent.error.issues[0]!.message)
  await updateBrand(db, caller, { accent: accent.data })
  return 'Saved.'
}

/** Saves an uploaded logo or hero picture and shows it on the careers site. Throws the same errors as the brand's own upload. */
export async function savePicture({ db, env, limits }: Services, caller: Caller, request: FastifyRequest): Promise<string> {
  await limits.take('upload-picture', 'first-run')
  const expected = { field: 'picture', largest: MAX_IMAGE_BYTES, folder: env.DATA_DIR, admit: async () => ['first-run'] }
  return receiveUpload(request, expected, async (upload) => {
    const { picture_key } = await storePicture(db, caller, upload)
    await updateBrand(db, caller, upload.fields['kind'] === 'logo' ? { logo_key: picture_key } : { hero_key: picture_key })
    return 'Saved.'
  })
}
