import { Fragment, type ReactNode } from 'react'
import { searchWords } from '#contract/text/search-words.ts'
import { splitMatches } from './split-matches.ts'
import classes from './marked.module.css'

/** Text with the search terms highlighted. */
export function Highlighted({ text, search }: { text: string; search: string }): ReactNode {
  if (search === '') return text
  return splitMatches(text, searchWords(search)).map((piece, place) =>
    // oxlint-disable-next-line react/no-array-index-key -- pieces have no other name
    piece.isFound ? (
      <mark key={place} className={classes['found']}>
        {piece.text}
      </mark>
    ) : (
      <Fragment key={place}>{piece.text}</Fragment>
    ),
  )
}
