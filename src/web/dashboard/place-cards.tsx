import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { startOf, usePlaces } from '#web/layout/staff-places.ts'
import classes from './dashboard.module.css'

/** Where the work is done. */
export function PlaceCards(): ReactNode {
  const places = usePlaces('admin').filter((place) => place.card)
  return (
    <section aria-labelledby="places" className={classes['section']}>
      <h2 id="places">Where to</h2>
      <ul className={classes['places']}>
        {places.map((place) => (
          <li key={place.path} className={classes['place']}>
            <h3>
              <Link to={startOf(place)}>{place.card!.title}</Link>
            </h3>
            <p>{place.card!.text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
