import type { ReactNode } from 'react'
import { DRAFT_FIELDS, type Assets, type ClosedRoleView, type Site } from '#contract/pages.ts'
import type { OpenRole } from '#contract/roles.ts'
import { Document } from '../../layout/document.tsx'
import { RoleCard } from '../openings/role-card.tsx'
import { formatLongDay } from '#contract/time-zone.ts'

/** Nothing was sent, but nothing typed is lost. */
function UnsentAnswers({ view }: { view: ClosedRoleView }): ReactNode {
  const { typed, closed_at, offered } = view
  return (
    <section aria-labelledby="typed">
      <div className="notice bad" role="alert">
        <h2 id="typed">{`This role ${closed_at === null ? 'was paused' : 'closed'} while you were applying`}</h2>
        <p>Your application wasn't sent. Here's what you wrote, in case you'd like to reuse it for another role.</p>
      </div>
      {offered.map((other) => (
        <CarryForm key={other.ref_function_role_id} view={view} to={other} />
      ))}
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

/** A form for each role, because text browsers ignore `formaction`. */
function CarryForm({ view: { role, typed, from }, to }: { view: ClosedRoleView; to: OpenRole }): ReactNode {
  return (
    <form className="carry" method="post" action={`/roles/${to.ref_function_role_id}/draft`}>
      {[role.ref_function_role_id, ...from].map((id) => (
        <input key={id} type="hidden" name={DRAFT_FIELDS.carried_from} value={id} />
      ))}
      {typed.map(({ question_name, answer }) => (
        <input key={question_name} type="hidden" name={question_name} value={answer} />
      ))}
      <button className="button quiet" type="submit">
        {`Use these answers for ${to.function_role_name}`}
      </button>
    </form>
  )
}

/** Shown for a link that used to work: explains what happened to the role and suggests others. */
export function ClosedRolePage({ view, site, assets }: { view: ClosedRoleView; site: Site; assets: Assets }): ReactNode {
  const { role, closed_at, offered, is_similar, typed } = view
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
              It closed on <time dateTime={closed_at}>{formatLongDay(site.time_zone, closed_at)}</time>.
            </>
          )}{' '}
          If you've already applied, we have your application, and you'll hear from us.
        </p>
        {typed.length > 0 && <UnsentAnswers view={view} />}
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
