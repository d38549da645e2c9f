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

/** What staff manage: a card for each count, then links to the other screens. */
export function PlaceCards({ inventory }: { inventory?: Inventory | undefined }): ReactNode {
  const places = usePlaces('admin').filter((place) => place.card)
  const counted = places.filter(({ card }) => card!.counts)
  const others = places.filter(({ card }) => !card!.counts)
  return (
    <section aria-labelledby="places" className={classes['section']}>
      <h2 id="places">Manage</h2>
      <ul className={classes['places']}>
        {counted.map(({ card, ...place }) => (
          <li key={place.path} className={classes['place']} title={card!.text}>
            <h3>
              <Link to={startOf(place)}>{card!.title}</Link>
            </h3>
            <p>{inventory ? `${inventory[card!.counts!].toLocaleString('en-US')} ${LABELS[card!.counts!]}` : '…'}</p>
          </li>
        ))}
      </ul>
      <ul className={classes['otherPlaces']}>
        {others.map(({ card, ...place }) => (
          <li key={place.path} title={card!.text}>
            <Link to={startOf(place)}>{card!.title}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
