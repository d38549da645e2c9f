import { Fragment, type ReactNode } from 'react'

/** A mailto link to this address. */
export function MailLink({ to }: { to: string }): ReactNode {
  return (
    <a href={`mailto:${to}`}>
      <Address>{to}</Address>
    </a>
  )
}

/** An email address or a link that wraps at its punctuation instead of inside a word. */
export function Address({ children }: { children: string }): ReactNode {
  return children.split(/(?=[@.])|(?<=[/_?&=-])/).map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never reorder
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
