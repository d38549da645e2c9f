import type { ReactNode } from 'react'
import { FIRST_RUN_STEPS, type FirstRunStep, type FirstRunSteps, type FirstRunView } from '#contract/first-run/first-run.ts'
import { CODE_DIGITS } from '#contract/auth/auth.ts'
import type { Assets, Site } from '#contract/pages.ts'
import { Hint } from '../applications/fields/label.tsx'
import { Document } from '../layout/document.tsx'
import { FormResult } from '../layout/form-result.tsx'
import { DemoEnded, DemoPreparing, TryDemo } from './demo.tsx'
import { Field, resultOf, Save, fixedSettingName, LookStep, MailForm, Records } from './steps.tsx'

type Props = { view: FirstRunView; site: Site; assets: Assets }

const TITLES: Record<FirstRunStep, string> = {
  employer: 'Employer, address and time zone',
  owner: 'First owner',
  mail: 'Mail server',
  look: 'Look',
  role: 'First role',
}

const TABS: Record<FirstRunStep, string> = { employer: 'Employer', owner: 'First owner', mail: 'Mail server', look: 'Look', role: 'First role' }

/** The page where an installation is set up. Plain forms, so it works without JavaScript and while nothing else works. */
export function FirstRunPage({ view, site, assets }: Props): ReactNode {
  const hasError = view.state === 'open' && view.result?.refusal
  const head = {
    title: `${hasError ? 'Error: ' : ''}Set up Rounds`,
    description: 'Set up this installation.',
    path: '/first-run',
    isHidden: true,
    islands: view.state === 'open' && view.step === 'look' ? ['look'] : [],
  }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page narrow">
        {view.state === 'open' && <Steps view={view} site={site} />}
        {view.state === 'link' && <OpenForm />}
        {view.state === 'closed' && <ClosedPage />}
        {view.state === 'demo-preparing' && <DemoPreparing />}
        {view.state === 'demo-ended' && <DemoEnded reason={view.reason} />}
      </div>
    </Document>
  )
}

function ClosedPage(): ReactNode {
  return (
    <>
      <h1>This page isn't open in this browser</h1>
      <p>
        To set up a new installation, use the link in its log, or print one on the server with <code>rounds first-run link</code>. It works once, within an
        hour. Once there's an owner, owners open this page from System Status.
      </p>
      <p>
        <a href="/admin/login">Sign in</a>
      </p>
    </>
  )
}

function OpenForm(): ReactNode {
  return (
    <>
      <h1>Set up Rounds</h1>
      <p>Once you start, this link stops working, and only this browser can set up this installation.</p>
      {/* Without an action, the form is sent to the current URL. */}
      <form method="post">
        <p className="actions">
          <button type="submit" className="button" name="open" value="yes">
            Set it up in this browser
          </button>
        </p>
      </form>
    </>
  )
}

type StepProps = { view: FirstRunSteps }

const FORMS: Record<FirstRunStep, (props: StepProps & { site: Site }) => ReactNode> = {
  employer: EmployerForm,
  owner: OwnerForms,
  mail: MailStep,
  look: LookStep,
  role: RoleForm,
}

/** One step at a time, so saving one can't lose what's typed in another. */
function Steps({ view, site }: StepProps & { site: Site }): ReactNode {
  const { step, result } = view
  const Form = FORMS[step]
  const next = FIRST_RUN_STEPS[FIRST_RUN_STEPS.indexOf(step) + 1]
  return (
    <>
      <h1>Set up Rounds</h1>
      <p className="lead">Each step is saved on its own. Skip what you don't have yet, and come back to it.</p>
      <p>
        {view.is_set_up
          ? 'The careers site is open.'
          : "Until the employer, the address, the email domain and the mail server are set, visitors see that the careers site isn't open yet."}
      </p>
      <nav className="tabs" aria-label="Steps">
        {FIRST_RUN_STEPS.map((one) => (
          <a key={one} href={`/first-run/${one}`} aria-current={one === step ? 'step' : undefined}>
            {TABS[one]}
            {view.done[one] && <span className="optional"> (done)</span>}
          </a>
        ))}
      </nav>
      <section aria-labelledby="step-title">
        <h2 id="step-title">{TITLES[step]}</h2>
        {result && <FormResult done={result.done} refusal={result.refusal} />}
        <Form view={view} site={site} />
      </section>
      {(next || view.is_set_up) && (
        <p className="actions">{next ? <a href={`/first-run/${next}`}>{`Next: ${TABS[next]}`}</a> : <a href="/">Open the careers site</a>}</p>
      )}
      {view.demo && <TryDemo demo={view.demo} />}
    </>
  )
}

function MailStep({ view }: StepProps): ReactNode {
  return (
    <>
      <MailForm view={view} />
      <Records view={view} />
    </>
  )
}

function EmployerForm({ view }: StepProps): ReactNode {
  const { COMPANY_NAME, BASE_URL, COMPANY_DOMAIN, TIME_ZONE } = view.settings
  const zone = resultOf(view, 'employer')?.typed['TIME_ZONE'] ?? TIME_ZONE.value
  return (
    <form method="post" action="/first-run/employer">
      <Field
        view={view}
        step="employer"
        name="COMPANY_NAME"
        label="Employer"
        value={COMPANY_NAME.value}
        fixedBy={fixedSettingName('COMPANY_NAME', COMPANY_NAME)}
      />
      <Field
        view={view}
        step="employer"
        name="BASE_URL"
        label="Address of the careers site"
        hint="For example, https://careers.example.com. Links in emails start with it."
        value={BASE_URL.value}
        fixedBy={fixedSettingName('BASE_URL', BASE_URL)}
      />
      <Field
        view={view}
        step="employer"
        name="COMPANY_DOMAIN"
        label="Domain of your email addresses"
        hint="For example, example.com. Anyone with an email address at this domain can be an interviewer."
        value={COMPANY_DOMAIN.value}
        fixedBy={fixedSettingName('COMPANY_DOMAIN', COMPANY_DOMAIN)}
      />
      <div className="field">
        <label htmlFor="employer-zone">Time zone</label>
        <Hint id="employer-zone" hint={TIME_ZONE.is_fixed ? 'Set on the server by TIME_ZONE.' : 'Used for dates in emails and on public pages.'} />
        <select id="employer-zone" name="TIME_ZONE" defaultValue={zone} disabled={TIME_ZONE.is_fixed} aria-describedby="employer-zone-hint">
          {view.zones.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      <Save />
    </form>
  )
}

function OwnerForms({ view }: StepProps): ReactNode {
  const result = resultOf(view, 'owner')
  if (!view.is_owner_open)
    return (
      <p>
        {view.owner ? `${view.owner} is the owner. ` : 'This installation has owners. '}
        Owners add others on the <a href="/admin/people">People</a> screen.
      </p>
    )
  return (
    <>
      {result?.code && <Code code={result.code} />}
      {result?.awaits && <CodeForm view={view} email={result.awaits} />}
      <form method="post" action="/first-run/owner">
        <Field
          view={view}
          step="owner"
          name="email"
          label="Email address of the first owner"
          hint={view.has_mail ? "We'll email a code to it first." : "You'll get the code to sign in here, because no mail server is set yet."}
          type="email"
          autoComplete="email"
          value={view.owner ?? result?.awaits ?? ''}
        />
        <Save label={view.has_mail ? 'Email the code' : 'Make this address the owner'} />
      </form>
    </>
  )
}

function Code({ code }: { code: string }): ReactNode {
  return (
    <div className="notice">
      <p>
        Code to sign in: <strong>{code}</strong>
      </p>
      <p>
        <a href="/admin/login">Sign in</a>: choose “Use an emergency code” there, and enter the address and this code.
      </p>
    </div>
  )
}

function CodeForm({ view, email }: StepProps & { email: string }): ReactNode {
  return (
    <form method="post" action="/first-run/owner-code">
      <input type="hidden" name="email" value={email} />
      <Field view={view} step="owner" name="code" label={`Code from the email to ${email}`} hint={`${CODE_DIGITS} digits`} autoComplete="one-time-code" />
      <Save label="Make this address the owner" />
    </form>
  )
}

function RoleForm({ view }: StepProps): ReactNode {
  const typed = resultOf(view, 'role')?.typed ?? {}
  return (
    <>
      {view.roles > 0 && (
        <p>
          {view.roles === 1 ? "There's 1 role." : `There are ${view.roles} roles.`} <a href="/admin/roles">Edit roles</a>
        </p>
      )}
      <form method="post" action="/first-run/role">
        <div className="field">
          <label htmlFor="role-template">Template</label>
          <select id="role-template" name="template" defaultValue={typed['template']}>
            {view.templates.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <Field view={view} step="role" name="hiring_lead_name" label="Hiring lead's name" autoComplete="name" />
        <Field
          view={view}
          step="role"
          name="hiring_lead_email"
          label="Hiring lead's email address"
          type="email"
          autoComplete="email"
          value={view.owner ?? ''}
        />
        <Save label="Make a draft" />
      </form>
    </>
  )
}
