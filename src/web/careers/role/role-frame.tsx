import type { ReactNode } from 'react'
import type { Site } from '#contract/pages.ts'
import { payRange, type OpenRoleDetail } from '#contract/roles.ts'
import { Icon } from '../../ui/icons.tsx'

type Props = {
  role: OpenRoleDetail
  site: Site
  tab: 'description' | 'apply'
  canApply?: boolean
  asks?: string | undefined
  via: string | null
  children: ReactNode
}

/** The layout shared by a role's two pages: name, location and type, sharing, and the tabs, which are links. */
export function RoleFrame({ role, site, tab, canApply = true, asks, via, children }: Props): ReactNode {
  const path = `/roles/${role.ref_function_role_id}`
  const viaQuery = via === null ? '' : `?via=${via}`
  return (
    <div className={`wrap role on-${tab}`}>
      <p className="back">
        <a href="/#openings">
          <Icon name="back" /> Back to Careers
        </a>
      </p>
      <header className="role-head">
        <h1>{role.function_role_name}</h1>
        <p className="own-address" aria-hidden="true">
          {site.base_url + path}
        </p>
        <ul className="chips" aria-label="At a glance">
          <li>Remote</li>
          <li>Full Time</li>
          {role.shift && <li>{role.shift}</li>}
          {role.license_states.length > 0 && <li>{role.license_states.join(', ')} license</li>}
          <Pay role={role} />
        </ul>
        {asks && <p className="asks">{asks}</p>}
        <div className="role-actions">
          <ShareMenu url={site.base_url + path} title={`${role.function_role_name} at ${site.company_name}`} />
        </div>
      </header>
      <nav className="tabs" aria-label="About this role">
        <a id="tab-description" href={path + viaQuery} aria-current={tab === 'description' ? 'page' : undefined}>
          Description
        </a>{' '}
        {canApply && (
          <a id="tab-apply" href={`${path}/apply${viaQuery}`} aria-current={tab === 'apply' ? 'page' : undefined}>
            Apply Now
          </a>
        )}
      </nav>
      <div className="panel" id="panel">
        {children}
      </div>
    </div>
  )
}

function Pay({ role }: { role: OpenRoleDetail }): ReactNode {
  const pay = payRange(role)
  return pay && <li className="chip-pay">{pay}</li>
}

/** Plain links in a disclosure; the script turns it into a menu button. */
function ShareMenu({ url, title }: { url: string; title: string }): ReactNode {
  const [address, words] = [encodeURIComponent(url), encodeURIComponent(title)]
  return (
    <details className="share" data-url={url} data-title={title}>
      <summary className="button quiet small">
        <Icon name="share" /> Share this role
      </summary>
      <ul>
        <li hidden>
          <button type="button">Copy Link</button>
        </li>
        <li>
          <a href={`https://www.facebook.com/sharer/sharer.php?u=${address}`} target="_blank" rel="noopener noreferrer">
            Facebook
          </a>
        </li>
        <li>
          <a href={`https://www.linkedin.com/sharing/share-offsite/?url=${address}`} target="_blank" rel="noopener noreferrer">
            LinkedIn
          </a>
        </li>
        <li>
          <a href={`https://x.com/intent/post?url=${address}&text=${words}`} target="_blank" rel="noopener noreferrer">
            X
          </a>
        </li>
      </ul>
    </details>
  )
}
