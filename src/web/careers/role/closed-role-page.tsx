import type { ReactNode } from 'react'
import type { Assets, ClosedRoleView, Site } from '#contract/pages.ts'
import { Document } from '../../layout/document.tsx'
import { RoleCard } from '../openings/role-card.tsx'
import { longDay } from '#contract/time-zone.ts'

/** Nothing was sent, but nothing that was typed is lost. */
function Typed({ typed, closed_at }: Pick<ClosedRoleView, 'typed' | 'closed_at'>): ReactNode {
  return (
    <section aria-labelledby="typed">
      <div className="notice bad" role="alert">
        <h2 id="typed">{`This role ${closed_at === null ? 'was paused' : 'closed'} while you were applying`}</h2>
        <p>Your application wasn't sent. Here's what you wrote, in case you'd like to reuse it for another role.</p>
      </div>
      <dl className="typed">
        {typed.map(({ question_text, answer }) => (
          <div key={question_text}>
            <dt>{question_text}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** For a link that used to work: explains what happened to the role and suggests others. */
export function ClosedRolePage({
  view: { role, closed_at, offered, is_similar, typed },
  site,
  assets,
}: {
  view: ClosedRoleView
  site: Site
  assets: Assets
}): ReactNode {
  const state = closed_at === null ? 'paused' : 'closed'
  const head = {
    title: `${role.function_role_name} is ${state} – Careers at ${site.company_name}`,
    description: `${role.function_role_name} is no longer accepting applications.`,
    path: `/roles/${role.ref_function_role_id}`,
    isHidden: true,
  }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page">
        <p className="eyebrow">{`This role is ${state}`}</p>
        <h1>{role.function_role_name}</h1>
        <p className="lead">
          {closed_at === null ? (
            "It isn't accepting applications right now."
          ) : (
            <>
              It closed on <time dateTime={closed_at}>{longDay(site.time_zone, closed_at)}</time>.
            </>
          )}{' '}
          If you've already applied, we have your application, and you'll hear from us.
        </p>
        {typed.length > 0 && <Typed typed={typed} closed_at={closed_at} />}
        {offered.length > 0 && (
          <section className="similar" aria-labelledby="similar">
            <h2 id="similar">{is_similar ? 'Similar openings' : 'Other openings'}</h2>
            <ul className="roles">
              {offered.map((other) => (
                <RoleCard key={other.ref_function_role_id} role={other} level={3} />
              ))}
            </ul>
          </section>
        )}
        <p className="actions">
          <a className="button" href="/#openings">
            See all openings
          </a>
        </p>
      </div>
    </Document>
  )
}
