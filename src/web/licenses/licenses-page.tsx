import type { ReactNode } from 'react'
import { AUTHORIZATIONS } from '#contract/licenses/rights.ts'
import { LICENSE_TYPES, LVN_STATES, type LicenseType } from '#contract/licenses/license-types.ts'
import type { OwnLicenses } from '#contract/licenses/licenses.ts'
import { PLACES, type Place } from '#contract/licenses/places.ts'
import type { FormValues } from '#contract/applications/form-values.ts'
import type { Assets, LicensesView, Site } from '#contract/pages.ts'
import { formatDay } from '#contract/time-zone.ts'
import { ErrorText } from '../applications/fields/label.tsx'
import { Document } from '../layout/document.tsx'
import { FormResult } from '../layout/form-result.tsx'

type Props = { view: LicensesView; site: Site; assets: Assets }

/** The page where candidates list licenses, one at a time. Plain forms, so it works without JavaScript and with a screen reader. */
export function LicensesPage({ view, site, assets }: Props): ReactNode {
  const { function_role_name, role_states, given, back, path, done, refusal, carried } = view
  const title = 'Your licenses'
  const head = {
    title: `${refusal ? 'Error: ' : ''}${title} – Careers at ${site.company_name}`,
    description: 'List the licenses you hold.',
    path,
    isHidden: true,
    isOwn: path.startsWith('/application/'),
  }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page narrow">
        {!carried && (
          <p className="back">
            <a href={back.path}>{back.label}</a>
          </p>
        )}
        <h1>{title}</h1>
        <p className="lead">
          {function_role_name}. {statesWanted(role_states)}
        </p>
        <FormResult done={done} refusal={refusal} />
        <LicenseList given={given} path={path} carried={carried} />
        {given.is_open ? <LicenseForm {...view} /> : <p>You can no longer change this list. If something has changed, reply to one of our emails.</p>}
      </div>
    </Document>
  )
}

function statesWanted(role_states: string[]): string {
  const names = role_states.map((code) => PLACES[code as Place] ?? code)
  if (names.length === 0) return 'Listing licenses is optional.'
  return `In this role, you'd care for patients in ${new Intl.ListFormat('en-US').format(names)}. List what you hold, even if it doesn't cover all of them.`
}

function LicenseList({ given: { licenses, is_open }, path, carried }: Pick<LicensesView, 'given' | 'path' | 'carried'>): ReactNode {
  if (licenses.length === 0) return <p>You haven't listed any licenses yet.</p>
  return (
    <form method="post" action={`${path}/edit`}>
      <CarriedAnswers carried={carried} />
      <ul className="own-interviews">
        {licenses.map((license) => (
          <li key={license.license_id}>
            <strong>{nameOf(license)}</strong>
            {factsOf(license).map((fact) => (
              <div key={fact}>{fact}</div>
            ))}
            {is_open && (
              <p>
                <ListButton license={license} action={`${path}/edit`} word="Change" /> <ListButton license={license} action={`${path}/remove`} word="Remove" />
              </p>
            )}
          </li>
        ))}
      </ul>
    </form>
  )
}

type OwnLicense = OwnLicenses['licenses'][number]

function ListButton({ license, action, word }: { license: OwnLicense; action: string; word: string }): ReactNode {
  return (
    <button type="submit" className="link" name="license_id" value={license.license_id} formAction={action}>
      {word}
      <span className="unseen"> {nameOf(license)}</span>
    </button>
  )
}

function CarriedAnswers({ carried }: Pick<LicensesView, 'carried'>): ReactNode {
  return carried && Object.entries(carried).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

function nameOf({ license_type, license_state }: OwnLicense): string {
  const name = license_type === 'LPN' && LVN_STATES.includes(license_state) ? 'Vocational nurse (LVN)' : LICENSE_TYPES[license_type as LicenseType]?.name
  return `${name ?? license_type}, ${PLACES[license_state as Place] ?? license_state}`
}

function factsOf({ license_number, is_multistate, is_in_progress, expires_on, is_expired, privileges, authorization }: OwnLicense): string[] {
  return [
    ...(license_number ? [`Number ${license_number}`] : []),
    ...(is_multistate ? ['Multistate'] : []),
    ...(is_in_progress ? ['In progress'] : []),
    ...(expires_on ? [`${is_expired ? 'Expired on' : 'Expires on'} ${formatDay(expires_on)}`] : []),
    ...(privileges.length > 0 ? [`Privileges in ${privileges.join(', ')}`] : []),
    ...(authorization ? [authorization] : []),
  ]
}

/** If no license is being added: the fields about the person, and the link back. */
function LicenseForm({ given, path, typed, wrong, refusal, carried, back }: LicensesView): ReactNode {
  const home = typed['home_state'] ?? (given.home_state || (given.licenses.length > 0 ? 'abroad' : ''))
  const isEdit = Boolean(typed['edited'])
  const error = (name: string) => (name === wrong ? refusal : null)
  return (
    <form method="post" action={`${path}/${isEdit ? 'change' : 'add'}`} className="license-form">
      <h2>{isEdit ? 'Change this license' : 'Add a license'}</h2>
      {isEdit && <input type="hidden" name="edited" value={typed['edited']} />}
      <CarriedAnswers carried={carried} />
      <LicenseFields typed={typed} problem={error} />
      <h2>About you</h2>
      <Choice
        name="home_state"
        label="Your legal home state (driver's license, taxes, voting)"
        value={home}
        choices={[...placeChoices(), ['abroad', 'Outside the United States']]}
        fault={error('home_state')}
      />
      <TextField
        name="moved_on"
        type="date"
        label="Date you moved there, if it was in the last year (optional)"
        value={typed['moved_on'] ?? given.moved_on ?? ''}
        fault={error('moved_on')}
      />
      <TextField name="npi" label="NPI, 10 digits (optional)" value={typed['npi'] ?? given.npi ?? ''} fault={error('npi')} />
      {carried && <p>Nothing has been sent yet. We'll include what you list here when you submit your application.</p>}
      <p className="actions">
        <button type="submit" className="button">
          {isEdit ? 'Save this license' : 'Add this license'}
        </button>
        <button type="submit" className="button quiet" formAction={`${path}/about`}>
          {isEdit ? 'Save without changing the license' : 'Save without adding a license'}
        </button>
        {carried && (
          <button type="submit" className="button quiet" formAction={back.path} formNoValidate>
            {back.label}
          </button>
        )}
      </p>
    </form>
  )
}

type FieldsProps = { typed: FormValues; problem: (name: string) => string | null }

function LicenseFields({ typed, problem }: FieldsProps): ReactNode {
  return (
    <>
      <Choice name="license_type" label="Type of license" value={typed['license_type']} choices={typeChoices()} fault={problem('license_type')} />
      <Choice name="license_state" label="State that issued it" value={typed['license_state']} choices={placeChoices()} fault={problem('license_state')} />
      <TextField name="license_number" label="License number (optional)" value={typed['license_number']} fault={problem('license_number')} />
      <TextField name="expires_on" type="date" label="Expiration date (optional)" value={typed['expires_on']} fault={problem('expires_on')} />
      <Checkbox name="is_multistate" label="It's a multistate (compact) license" isChecked={typed['is_multistate'] === 'yes'} />
      <Checkbox name="is_in_progress" label="I've applied for it, and it hasn't been issued yet" isChecked={typed['is_in_progress'] === 'yes'} />
      <details open={Boolean(typed['privileges'] || typed['authorization'])}>
        <summary>Compact privileges or authorizations</summary>
        <TextField
          name="privileges"
          label="States where you hold a compact privilege, such as OH, UT (optional)"
          value={typed['privileges']}
          fault={problem('privileges')}
        />
        <Choice
          name="authorization"
          label="PSYPACT authorization (psychologists, optional)"
          value={typed['authorization']}
          choices={AUTHORIZATIONS.map((one) => [one, one])}
          fault={problem('authorization')}
        />
      </details>
    </>
  )
}

const typeChoices = (): [string, string][] =>
  Object.entries(LICENSE_TYPES).map(([type, { name }]) => [type, type === 'OTHER' ? `${name} (such as EMT or paramedic)` : name])
const placeChoices = (): [string, string][] => Object.entries(PLACES)

type FieldProps = { name: string; label: string; value: string | undefined; fault: string | null }

const errorFor = (name: string, error: string | null) => error !== null && ({ 'aria-invalid': true, 'aria-describedby': `${name}-fault` } as const)

function Choice({ name, label, value = '', choices, fault }: FieldProps & { choices: [string, string][] }): ReactNode {
  return (
    <div className={`field${fault ? ' wrong' : ''}`}>
      <label htmlFor={name}>{label}</label>
      <ErrorText id={name} fault={fault} />
      <select id={name} name={name} defaultValue={value} {...errorFor(name, fault)}>
        <option value="">Choose</option>
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

function TextField({ name, label, value = '', type = 'text', fault }: FieldProps & { type?: string }): ReactNode {
  return (
    <div className={`field${fault ? ' wrong' : ''}`}>
      <label htmlFor={name}>{label}</label>
      <ErrorText id={name} fault={fault} />
      <input id={name} name={name} type={type} defaultValue={value} autoComplete="off" {...errorFor(name, fault)} />
    </div>
  )
}

function Checkbox({ name, label, isChecked }: { name: string; label: string; isChecked: boolean }): ReactNode {
  return (
    <div className="field">
      <label className="choice">
        <input type="checkbox" name={name} value="yes" defaultChecked={isChecked} />
        <span>{label}</span>
      </label>
    </div>
  )
}
