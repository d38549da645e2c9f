import type { FirstRunResult, FirstRunStep, FirstRunSteps, ShownSetting } from '#contract/first-run/first-run.ts'
import type { ReactNode } from 'react'
import { ErrorText, Hint } from '../applications/fields/label.tsx'
import type { PictureKind } from '#contract/brand/brand.ts'
import type { Site } from '#contract/pages.ts'
import { Hero } from '../careers/hero.tsx'
import { Logo } from '../layout/logo.tsx'

export function resultOf({ result }: FirstRunSteps, step: FirstRunStep): FirstRunResult | null {
  return result?.step === step ? result : null
}

type FieldProps = {
  view: FirstRunSteps
  step: FirstRunStep
  name: string
  label: string
  value?: string
  hint?: string
  type?: string
  /** Set by this variable, so it can't be changed here. */
  fixedBy?: string | false
  autoComplete?: string
}

/** Keeps what was typed when the form is shown again. */
export function Field({ view, step, name, label, value = '', hint = '', type = 'text', fixedBy = false, autoComplete = 'off' }: FieldProps): ReactNode {
  const result = resultOf(view, step)
  const error = result?.faults.find(({ path }) => path === name)?.message ?? null
  const id = `${step}-${name}`
  const note = fixedBy ? `Set on the server by ${fixedBy}.` : hint
  const described = [note && `${id}-hint`, error && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className={`field${error ? ' wrong' : ''}`}>
      <label htmlFor={id}>{label}</label>
      <Hint id={id} hint={note} />
      <ErrorText id={id} fault={error} />
      <input
        id={id}
        name={name}
        type={type}
        defaultValue={result?.typed[name] ?? value}
        readOnly={fixedBy !== false}
        autoComplete={autoComplete}
        spellCheck={false}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
      />
    </div>
  )
}

export const fixedSettingName = (name: string, { is_fixed }: ShownSetting) => is_fixed && name

export function Save({ label = 'Save' }: { label?: string }): ReactNode {
  return (
    <p className="actions">
      <button type="submit" className="button">
        {label}
      </button>
    </p>
  )
}

type StepProps = { view: FirstRunSteps }

export function MailForm({ view }: StepProps): ReactNode {
  const { mail, settings, owner } = view
  const by = mail.is_fixed && 'SMTP_URL'
  const field = { view, step: 'mail' as const }
  return (
    <form method="post" action="/first-run/mail">
      <Field {...field} name="smtp_host" label="Mail server" hint="For example, mail.example.com" value={mail.host} fixedBy={by} />
      <Field {...field} name="smtp_port" label="Port" hint="587, or 465 for a server that starts with TLS" value={mail.port} fixedBy={by} />
      <Field {...field} name="smtp_user" label="User" hint="Leave empty if the server doesn't need one" value={mail.user} fixedBy={by} />
      <Field
        {...field}
        name="smtp_password"
        label="Password"
        hint={mail.has_password ? 'Saved. Enter it again only to change it or to use another server or user.' : ''}
        type="password"
        autoComplete="new-password"
        fixedBy={by}
      />
      <Field
        {...field}
        name="MAIL_FROM"
        label="Sender of every email"
        hint="An address, or a name and an address: Example Health Careers <careers@example.com>"
        value={settings.MAIL_FROM.value}
        fixedBy={fixedSettingName('MAIL_FROM', settings.MAIL_FROM)}
      />
      <Field {...field} name="test_to" label="Your own address, for a test email" type="email" autoComplete="email" value={owner ?? ''} />
      <p className="actions">
        <button type="submit" className="button">
          Save
        </button>
        <button type="submit" className="button quiet" formAction="/first-run/mail-test">
          Send a test to me
        </button>
      </p>
    </form>
  )
}

export function Records({ view: { records, done } }: StepProps): ReactNode {
  if (!records)
    return (
      done.mail && (
        <p>
          <a href="/first-run/mail?records#records">Look up SPF, DKIM and DMARC</a>, which large providers require.
        </p>
      )
    )
  return (
    <dl id="records">
      {records.map(({ check, sentence }) => (
        <div key={check}>
          <dt>{check}</dt>
          <dd>{sentence}</dd>
        </div>
      ))}
    </dl>
  )
}

type Props = { view: FirstRunSteps; site: Site }

/** Each part is saved separately; the island `look` shows unsaved choices in the preview. */
export function LookStep({ view, site }: Props): ReactNode {
  return (
    <>
      <Preview site={site} />
      <form method="post" action="/first-run/look">
        <Field view={view} step="look" name="accent" label="Color" type="color" hint="For buttons and links" value={site.accent} />
        <Save label="Save the color" />
      </form>
      <PictureForm kind="logo" label="Logo" hint="PNG, JPEG or WebP, at least 64 pixels wide" />
      <PictureForm kind="hero" label="Picture next to the headline" hint="PNG, JPEG or WebP, at least 800 pixels wide" />
      {view.done.owner ? (
        <p>
          To edit the wording, <a href="/admin/brand">sign in and edit the look</a>. This page stays open in this browser.
        </p>
      ) : (
        <p>
          Only owners can edit the wording, so <a href="/first-run/owner">make an address the first owner</a> first.
        </p>
      )}
    </>
  )
}

/** The top of the careers site, built from its own components. It isn't interactive, so it's a single picture to screen readers. */
function Preview({ site }: { site: Site }): ReactNode {
  return (
    <>
      <div id="look-preview" className="look-preview" data-company={site.company_name} role="img" aria-label="Preview of the careers site">
        <div inert>
          <div className="site-header">
            <div className="wrap">
              <Logo company_name={site.company_name} logo={site.logo} dark_logo={site.dark_logo} />
              <span className="button small">Apply Now</span>
            </div>
          </div>
          <Hero site={site} isPreview />
        </div>
      </div>
      <p>Candidates see a change after you save it.</p>
    </>
  )
}

function PictureForm({ kind, label, hint }: { kind: PictureKind; label: string; hint: string }): ReactNode {
  const id = `look-${kind}`
  return (
    <form method="post" action="/first-run/look-picture" encType="multipart/form-data">
      <input type="hidden" name="kind" value={kind} />
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <Hint id={id} hint={hint} />
        <input id={id} name="picture" type="file" accept="image/png,image/jpeg,image/webp" required aria-describedby={`${id}-hint`} />
      </div>
      <Save label={kind === 'logo' ? 'Save the logo' : 'Save the picture'} />
    </form>
  )
}
