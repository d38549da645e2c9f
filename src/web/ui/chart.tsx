import { Button, Table } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import classes from './chart.module.css'

type Props = {
  title: string
  /** What the chart shows, in one sentence. */
  summary: string
  /** What's counted, and how. */
  definition?: string
  /** The same content as a table; the first column is the row's heading. */
  columns: string[]
  rows: ReactNode[][]
  /** Spans the full width of a page. */
  isWide?: boolean
  children: ReactNode
}

/** A chart with its summary, and its figures as a table for people who prefer to read them. */
export function Chart({ title, summary, definition, columns, rows, isWide, children }: Props): ReactNode {
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <figure className={classes['chart']} data-wide={isWide || undefined} aria-labelledby={id}>
      <div className={classes['head']}>
        <h3 id={id}>{title}</h3>
        <Button className="no-print" size="compact-sm" variant="default" onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
          <span className="visually-hidden">: {title}</span>
        </Button>
      </div>
      <figcaption className={classes['summary']}>
        {summary}
        {definition && <span className={classes['definition']}>{definition}</span>}
      </figcaption>
      {isTable ? <ChartTable title={title} columns={columns} rows={rows} /> : children}
    </figure>
  )
}

function ChartTable({ title, columns, rows }: Pick<Props, 'title' | 'columns' | 'rows'>): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
    <div className={classes['scroll']} role="region" tabIndex={0} aria-label={`${title}, table`}>
      <Table aria-label={title} className={classes['table'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, ...cells], place) => (
            <Table.Tr key={place}>
              <Table.Th scope="row">{name}</Table.Th>
              {cells.map((cell, column) => (
                <Table.Td key={column}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

export type Bar = {
  name: ReactNode
  /** The value that the bar's length represents. */
  value: number
  /** The value as text. */
  says: ReactNode
  /** A note below the bar. */
  note?: string
  /** A limit on the same scale, marked on the bar. */
  limit?: number
}

/** Horizontal bars, `abreast` of them side by side if there's room; each has its name and value above it. */
export function Bars({
  bars,
  abreast = 1,
  full = 1,
}: {
  bars: Bar[]
  abreast?: 1 | 2 | 3
  /** The smallest value that fills a bar. */ full?: number
}): ReactNode {
  const longest = Math.max(full, ...bars.map(({ value, limit = 0 }) => Math.max(value, limit * 1.25)))
  return (
    <ul className={classes['bars']} data-abreast={abreast}>
      {bars.map(({ name, value, says, note, limit }, place) => (
        <li key={place}>
          <span className={classes['barName']}>{name}</span>
          <span className={classes['barSays']}>{says}</span>
          <span className={classes['track']} aria-hidden="true">
            <span
              className={classes['bar']}
              data-over={limit !== undefined && value > limit ? true : undefined}
              style={{ inlineSize: `${(value / longest) * 100}%` }}
            />
            {limit !== undefined && <span className={classes['limit']} style={{ insetInlineStart: `${(limit / longest) * 100}%` }} />}
          </span>
          {note && <span className={classes['note']}>{note}</span>}
        </li>
      ))}
    </ul>
  )
}

export type Column = { name: string; short: string; value: number }

/** Vertical bars over time; each has its name and value for screen readers, shown visually if there's room. */
export function Columns({ columns }: { columns: Column[] }): ReactNode {
  const highest = Math.max(1, ...columns.map((column) => column.value))
  const every = Math.ceil(columns.length / 6)
  return (
    <ol className={classes['columns']} data-many={columns.length > 16 ? true : undefined}>
      {columns.map(({ name, short, value }, place) => (
        <li key={name}>
          <span className="visually-hidden">{name}</span>
          <span className={classes['columnValue']} aria-hidden="true">
            {value}
          </span>
          <span className={classes['column']} aria-hidden="true" style={{ blockSize: `${(value / highest) * 100}%` }} />
          <span className={classes['columnName']} aria-hidden="true">
            {place % every === 0 ? short : ''}
          </span>
        </li>
      ))}
    </ol>
  )
}
