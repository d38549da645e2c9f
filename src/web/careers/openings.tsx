import type { ReactNode } from 'react'
import { LATE, LOCATION_LABEL } from '#contract/pages.ts'
import { payRange, type OpenRole } from '#contract/roles.ts'
import { Icon } from '../ui/icons.tsx'
import { plainText } from '../ui/safe-html.tsx'
import { careersAddress } from './words.ts'

export function Openings({ roles, company_domain }: { roles: OpenRole[] | 'failed' | 'pending'; company_domain: string }): ReactNode {
  if (roles === 'pending') return <Skeletons />
  if (roles === 'failed') return <OpeningsFailed />
  if (roles.length === 0) return <NoOpenings company_domain={company_domain} />
  return (
    <ul className="roles">
      {roles.map((role) => (
        <RoleCard key={role.ref_function_role_id} role={role} />
      ))}
    </ul>
  )
}

function RoleCard({ role }: { role: OpenRole }): ReactNode {
  const pay = payRange(role)
  const path = `/roles/${role.ref_function_role_id}`
  return (
    <li className="role-card">
      <h3>
        <a href={path}>{role.function_role_name}</a>
      </h3>
      <p className="label">{LOCATION_LABEL}</p>
      {pay && <p className="pay">{pay}</p>}
      <p className="two-lines">{plainText(role.function_role_description).split('\n').slice(0, 2).join(' ')}</p>
      <a className="more" href={path}>
        View Details<span className="unseen"> of {role.function_role_name}</span> <Icon name="arrow" />
      </a>
    </li>
  )
}

function OpeningsFailed(): ReactNode {
  return (
    <div className="notice bad" role="alert">
      <p>Error: Failed to load role listings</p>
      <p>
        <a className="button small" href="/#openings" data-retry="">
          Retry
        </a>
      </p>
    </div>
  )
}

function NoOpenings({ company_domain }: { company_domain: string }): ReactNode {
  return (
    <div className="notice">
      <p>Check back soon for new opportunities!</p>
      <p>
        You can also <a href="/jobs.rss">follow our feed</a> or write to{' '}
        <a href={`mailto:${careersAddress(company_domain)}`}>{careersAddress(company_domain)}</a>.
      </p>
    </div>
  )
}

/**
 * Skeletons that need no script: they are the fallback of a slot, which the late part of the same answer fills. The template brings its
 * own stylesheet, because the page's does not reach inside.
 */
export function PendingOpenings({ styles }: { styles: string[] }): ReactNode {
  const links = styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  return (
    <div
      className="late"
      dangerouslySetInnerHTML={{ __html: `<template shadowrootmode="open">${links}<slot name="openings">${SKELETONS}</slot></template>${LATE}` }}
    />
  )
}

const BAR = '<div class="skeleton role-card"><span></span><span></span><span></span><span></span></div>'
const SKELETONS = `<p class="unseen">Loading the openings</p><div class="roles" aria-hidden="true">${BAR.repeat(3)}</div>`

function Skeletons(): ReactNode {
  return <div dangerouslySetInnerHTML={{ __html: SKELETONS }} />
}
