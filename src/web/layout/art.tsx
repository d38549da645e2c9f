import type { ReactNode } from 'react'

/** The home page's default drawing: rings that meet around a point. Its colors come from the stylesheet, so it works in dark mode too. */
export function RoundsArt(): ReactNode {
  return (
    <svg className="art" viewBox="0 0 480 420" aria-hidden="true" focusable="false">
      <circle className="art-sun" cx="316" cy="176" r="132" />
      <path className="art-leaf" d="M60 330a150 150 0 0 1 300 0Z" />
      <path className="art-deep" d="M210 330a105 105 0 0 1 210 0Z" />
      <circle className="art-line" cx="210" cy="196" r="96" />
      <circle className="art-line" cx="210" cy="196" r="64" />
      <circle className="art-line" cx="210" cy="196" r="32" />
      <circle className="art-dot" cx="278" cy="128" r="15" />
      <circle className="art-dot art-dot-two" cx="146" cy="196" r="10" />
      <circle className="art-dot art-dot-three" cx="210" cy="228" r="8" />
      <path className="art-ground" d="M20 330h440" />
    </svg>
  )
}
