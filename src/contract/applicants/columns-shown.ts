import type { ListedApplicant, ListRequest } from './applicant-list.ts'
import {
  LIST_COLUMNS,
  type CsvColumn,
  type ListColumn,
  type ListColumnId,
  type ListedQuestion,
  type SortedColumnId,
  type TableColumnId,
  type ColumnCondition,
} from './list-columns.ts'

const COLUMNS = Object.entries(LIST_COLUMNS) as [ListColumnId, ListColumn][]

/** Determines which columns a list has. */
export type ListView = { identifiable: boolean; filtered: { [Filter in keyof ListRequest]?: boolean }; held: ListColumnId[] }

function isVisible({ visible }: ListColumn, { identifiable }: Pick<ListView, 'identifiable'>): boolean {
  return visible === 'always' || (visible === 'named') === identifiable
}

function meetsCondition(when: ColumnCondition, [id, { filter }]: (typeof COLUMNS)[number], { filtered, held }: ListView): boolean {
  if (when === 'held') return held.includes(id)
  return (filter !== null && filtered[filter] === true) === (when === 'filtered')
}

/** A column as shown in the table; each question has its own. */
export type TableColumn = Omit<NonNullable<ListColumn['table']>, 'value' | 'when' | 'movesBehindAnswers'> &
  Pick<ListColumn, 'header' | 'sort'> & {
    /** In the URL, in saved views, and in what the browser stores. */
    id: string
    kind: TableColumnId
    /** Set only for a question's column. */
    question_name: string
    value: (one: ListedApplicant) => string
  }

const QUESTION_PREFIX = 'q_'

/** Returns the table's columns in order. A 1280 px window has room for two answers. */
export function tableColumns(shape: ListView, asked: ListedQuestion[]): TableColumn[] {
  const shown = COLUMNS.filter((entry) => {
    const when = entry[1].table?.when
    return entry[1].table !== null && isVisible(entry[1], shape) && (when === undefined || meetsCondition(when, entry, shape))
  })
  const answersAt = shown.findIndex(([id]) => id === 'answer')
  const placeOf = (entry: (typeof shown)[number]) => (shape.filtered.decided && entry[1].table?.movesBehindAnswers ? answersAt : shown.indexOf(entry))
  return shown
    .toSorted((one, other) => placeOf(one) - placeOf(other) || Number(other[0] === 'answer') - Number(one[0] === 'answer'))
    .flatMap(([id, column]) => {
      if (id !== 'answer') return [tableColumn(id as TableColumnId, column)]
      return asked.map(({ question_name, question_text }) => ({
        ...tableColumn(id, column, question_name),
        id: QUESTION_PREFIX + question_name,
        header: question_text,
      }))
    })
}

function tableColumn(kind: TableColumnId, { header, sort, table }: ListColumn, question_name = ''): TableColumn {
  const { value, ...rest } = table!
  return { ...rest, id: kind, kind, header, sort, question_name, value: (one) => value(one, question_name) }
}

/**
 * Returns the column for this sort ID, with the question's name for an answer column; null if it's unknown or can't be used while names are hidden.
 */
export function sortColumnOf(id: string, identifiable: boolean): { kind: SortedColumnId; question_name: string } | null {
  if (id.startsWith(QUESTION_PREFIX) && id !== QUESTION_PREFIX) return { kind: 'answer', question_name: id.slice(QUESTION_PREFIX.length) }
  const [kind, column] = COLUMNS.find(([known]) => known === id && known !== 'answer') ?? []
  return column?.sort && isVisible(column, { identifiable }) ? { kind: kind as SortedColumnId, question_name: '' } : null
}

/** Returns the columns of the CSV in order. */
export function csvColumns(shape: ListView, asked: Pick<ListedQuestion, 'question_text'>[]): CsvColumn[] {
  return COLUMNS.flatMap((entry) => (entry[1].csv ? [{ entry, csv: entry[1].csv }] : []))
    .filter(({ entry, csv }) => isVisible(entry[1], shape) && (csv.when?.some((when) => meetsCondition(when, entry, shape)) ?? true))
    .toSorted((one, other) => one.csv.place - other.csv.place)
    .flatMap(({ csv: { columns } }) => (typeof columns === 'function' ? columns(asked) : columns))
}

/** What a card shows besides its title and text: badges, and a line of labeled facts. */
export const CARD_COLUMNS = {
  badges: COLUMNS.filter(([, { card }]) => card?.at === 'badge').map(([id, column]) => tableColumn(id as TableColumnId, column)),
  line: COLUMNS.flatMap(([id, column]) => (column.card?.at === 'line' ? [{ ...tableColumn(id as TableColumnId, column), label: column.card.label }] : [])),
}

/** Returns the text of an applicant's card: why they're in the list, or their answer to the first question shown. */
export function cardText(one: ListedApplicant, shown: TableColumn[]): string {
  const texts = COLUMNS.map(([, { card }]) => (card?.at === 'text' ? card.text(one) : ''))
  return texts.find((text) => text !== '') ?? shown.find(({ kind }) => kind === 'answer')?.value(one) ?? ''
}
