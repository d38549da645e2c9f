import type { ReactNode } from 'react'

const WIDTH = 96
const HEIGHT = 20
const GAP = 2

/** Small bars over time; `says` is the text alternative. */
export function Sparkline({ values, says }: { values: number[]; says: string }): ReactNode {
  const highest = Math.max(1, ...values)
  const step = WIDTH / values.length
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={says}>
      <title>{says}</title>
      {values.map((value, place) => {
        const height = value === 0 ? 1 : Math.max(2, (value / highest) * HEIGHT)
        return <rect key={place} x={place * step} y={HEIGHT - height} width={step - GAP} height={height} fill={value === 0 ? 'var(--line)' : 'var(--brand)'} />
      })}
    </svg>
  )
}
