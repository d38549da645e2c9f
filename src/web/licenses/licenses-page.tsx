import type { ReactNode } from 'react'
import { AUTHORIZATIONS } from '#contract/licenses/coverage.ts'
import { LICENSE_TYPES, type LicenseType } from '#contract/licenses/license-types.ts'
import type { OwnLicenses } from '#contract/licenses/licenses.ts'
import { PLACES, type Place } from '#contract/licenses/places.ts'
import type { Assets, LicensesView, Site, Values } from '#contract/pages.ts'
import { longDay } from '#contract/time-zone.ts'
import { Document } from '../layout/document.tsx'
import { FormResult } from '../layout/form-result.tsx'

type Props = { view: LicensesView; site: Site; assets: Assets }

/** Where a candidate lists licenses, one at a time. Plain forms, so it works without JavaScript and with a screen reader. */
export function LicensesPage({ view, site, assets }: Props): ReactNode {
  const { function_role_name, role_states, given, back, path, done, refusal, typed } = view
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
        <p className="back">
          <a href={back.path}>{back.label}</a>
        </p>
        <h1>{title}</h1>
        <p className="lead">
          {function_role_name}. {statesWanted(role_states)}
        </p>
        <FormResult done={done} refusal={refusal} />
        <Listed given={given} path={path} />
        {given.is_open ? <LicenseForm given={given} path={path} typed={typed} /> : <p>A decision has been made, so the list can no longer be changed.</p>}
      </div>
    </Document>
  )
}

function statesWanted(role_states: string[]): string {
  const names = role_states.map((code) => PLACES[code as Place] ?? code)
  if (names.length === 0) return 'Listing licenses is optional.'
  return `This role looks after patients in ${new Intl.ListFormat('en-US').format(names)}. List what you hold, even if it doesn't cover all of them.`
}

function Listed({ given: { licenses, is_open }, path }: { given: OwnLicenses; path: string }): ReactNode {
  if (licenses.length === 0) return <p>You haven't listed any licenses yet.</p>
  return (
    <ul className="own-interviews">
      {licenses.map((license) => (
        <li key={license.license_id}>
          <strong>{nameOf(license)}</strong>
          {factsOf(license).map((fact) => (
            <div key={fact}>{fact}</div>
          ))}
          {is_open && (
            <form method="post" action={`${path}/remove`}>
              <input type="hidden" name="license_id" value={license.license_id} />
              <button type="submit" className="link">
                Remove<span className="unseen"> {nameOf(license)}</span>
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
  )
}

type Listed = OwnLicenses['licenses'][number]

function nameOf({ license_type, license_state }: Listed): string {
  return `${LICENSE_TYPES[license_type as LicenseType]?.name ?? license_type}, ${PLACES[license_state as Place] ?? license_state}`
}

function factsOf({ license_number, is_multistate, is_in_progress, expires_on, is_expired, privileges, authorization }: Listed): string[] {
  return [
    ...(license_number ? [`Number ${license_number}`] : []),
    ...(is_multistate ? ['Multistate'] : []),
    ...(is_in_progress ? ['In progress'] : []),
    ...(expires_on ? [`${is_expired ? 'Expired on' : 'Expires on'} ${longDay('UTC', `${expires_on}T12:00:00Z`)}`] : []),
    ...(privileges.length > 0 ? [`Privileges in ${privileges.join(', ')}`] : []),
    ...(authorization ? [authorization] : []),
  ]
}

function LicenseForm({ given, path, typed }: { given: OwnLicenses; path: string; typed: Values }): ReactNode {
  const home = typed['home_state'] ?? (given.home_state || (given.licenses.length > 0 ? 'abroad' : ''))
  return (
    <form method="post" action={`${path}/add`} className="license-form">
      <h2>Add a license</h2>
      <Choice name="license_type" label="Type of license" value={typed['license_type']} choices={typeChoices()} />
      <Choice name="license_state" label="State that issued it" value={typed['license_state']} choices={placeChoices()} />
      <Line name="license_number" label="License number (optional)" value={typed['license_number']} />
      <Line name="expires_on" type="date" label="Expiration date (optional)" value={typed['expires_on']} />
      <Box name="is_multistate" label="It's a multistate (compact) license" isChecked={typed['is_multistate'] === 'yes'} />
      <Box name="is_in_progress" label="I've applied for it, and it hasn't been issued yet" isChecked={typed['is_in_progress'] === 'yes'} />
      <details open={Boolean(typed['privileges'] || typed['authorization'])}>
        <summary>Compact privileges or authorizations</summary>
        <Line name="privileges" label="States where you hold a compact privilege, such as OH, UT (optional)" value={typed['privileges']} />
        <Choice
          name="authorization"
          label="PSYPACT authorization (psychologists, optional)"
          value={typed['authorization']}
          choices={AUTHORIZATIONS.map((one) => [one, one])}
        />
      </details>
      <h2>About you</h2>
      <Choice
        name="home_state"
        label="Your legal home state (driver's license, taxes, voting)"
        value={home}
        choices={[...placeChoices(), ['abroad', 'Outside the United States']]}
      />
      <Line name="npi" label="NPI, 10 digits (optional)" value={typed['npi'] ?? given.npi ?? ''} />
      <p className="actions">
        <button type="submit" className="button">
          Add this license
        </button>
        <button type="submit" className="button quiet" formAction={`${path}/about`}>
          Save without adding a license
        </button>
      </p>
    </form>
  )
}

const typeChoices = (): [string, string][] => Object.entries(LICENSE_TYPES).map(([type, { name }]) => [type, name])
const placeChoices = (): [string, string][] => Object.entries(PLACES)

type ChoiceProps = { name: string; label: string; value: string | undefined; choices: [string, string][] }

function Choice({ name, label, value = '', choices }: ChoiceProps): ReactNode {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value}>
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

function Line({ name, label, value = '', type = 'text' }: { name: string; label: string; value: string | undefined; type?: string }): ReactNode {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} type={type} defaultValue={value} autoComplete="off" />
    </div>
  )
}

function Box({ name, label, isChecked }: { name: string; label: string; isChecked: boolean }): ReactNode {
  return (
    <div className="field">
      <label className="choice">
        <input type="checkbox" name={name} value="yes" defaultChecked={isChecked} />
        <span>{label}</span>
      </label>
    </div>
  )
}
