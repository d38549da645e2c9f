import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Inventory } from '#contract/dashboard.ts'
import { startOf, usePlaces } from '#web/layout/staff-places.ts'
import classes from './dashboard.module.css'

const LABELS: Record<keyof Inventory, string> = {
  applications: 'in progress',
  roles: 'open',
  questions: 'asked',
  templates: 'active',
  interviews: 'types',
  interviewers: 'registered',
}

/** What staff manage; entries with a count come first. */
export function PlaceCards({ inventory }: { inventory?: Inventory | undefined }): ReactNode {
  const places = usePlaces('admin')
    .filter((place) => place.card)
    .toSorted((one, other) => Number(other.card?.counts !== undefined) - Number(one.card?.counts !== undefined))
  return (
    <section aria-labelledby="places" className={classes['section']}>
      <h2 id="places">Manage</h2>
      <ul className={classes['places']}>
        {places.map(({ card, ...place }) => (
          <li key={place.path} className={classes['place']} title={card!.text}>
            <h3>
              <Link to={startOf(place)}>{card!.title}</Link>
            </h3>
            <p>{card!.counts ? inventory && `${inventory[card!.counts].toLocaleString('en-US')} ${LABELS[card!.counts]}` : card!.text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
