import { setImmediate as others } from 'node:timers/promises'
import { fieldError } from '#server/http/changes.ts'
import { nameKeys } from './name-keys.ts'

/** The columns of the OIG's monthly file, in its order (oig.hhs.gov/exclusions, UPDATED.csv). */
const COLUMNS = 'LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE,EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE'.split(
  ',',
)
const NO_NPI = '0000000000'

/** The error for a file that isn't a valid list. */
export const invalidListError = (why: string): Error => fieldError(422, 'list', why)

export type Exclusion = {
  excluded_name: string
  name_keys: string[]
  npi: string | null
  exclusion_type: string
  excluded_on: string | null
  reinstated_on: string | null
}

/** Takes a millisecond or two. */
const BATCH_SIZE = 50

/**
 * Reads the people in an LEIE file without blocking other requests. Businesses, birth dates and addresses are dropped. Throws 422 with an explanation
 * for a file with other columns, an incomplete line, or no people.
 */
export async function readLeie(text: string): Promise<Exclusion[]> {
  if (!text.endsWith('\n')) throw invalidListError('The file is incomplete: its last line is cut off. Download it again.')
  const people: Exclusion[] = []
  let number = 0
  for (const line of readLines(text)) {
    number += 1
    if (number === 1) rejectOtherColumns(line.replace(/^\uFEFF/, ''))
    else people.push(...personOf(line, number))
    if (number % BATCH_SIZE === 0) await others()
  }
  if (people.length === 0) throw invalidListError('The file has no people in it.')
  return people
}

function* readLines(text: string): Generator<string> {
  for (let at = 0, end = text.indexOf('\n'); end >= 0; at = end + 1, end = text.indexOf('\n', at)) yield text.slice(at, text[end - 1] === '\r' ? end - 1 : end)
}

function rejectOtherColumns(line: string): void {
  const header = fieldsOf(line).map((name) => name.toUpperCase())
  if (header.join() !== COLUMNS.join()) throw invalidListError(`These aren't the columns of the exclusion list. In order, they must be: ${COLUMNS.join(', ')}.`)
}

/** Returns nothing for a business. */
function personOf(line: string, number: number): Exclusion[] {
  const fields = fieldsOf(line)
  if (line.includes('\0') || line.split('"').length % 2 === 0) throw invalidListError(`Line ${number} is damaged. Download the file again.`)
  if (fields.length !== COLUMNS.length)
    throw invalidListError(`Line ${number} has ${fields.length} fields instead of ${COLUMNS.length}: the file is damaged or incomplete.`)
  const field = (name: string) => fields[COLUMNS.indexOf(name)]!.trim()
  const [last, first] = [field('LASTNAME'), field('FIRSTNAME')]
  if (last === '') return []
  const person = {
    excluded_name: [first, field('MIDNAME'), last].filter(Boolean).join(' '),
    name_keys: nameKeys(first, last),
    npi: /^\d{10}$/.test(field('NPI')) && field('NPI') !== NO_NPI ? field('NPI') : null,
    exclusion_type: field('EXCLTYPE'),
    excluded_on: dayOf(field('EXCLDATE'), number),
    reinstated_on: dayOf(field('REINDATE'), number),
  }
  return [person]
}

const FIELD = /("(?:[^"]|"")*"|[^,]*)(,|$)/y

function fieldsOf(line: string): string[] {
  const fields: string[] = []
  FIELD.lastIndex = 0
  for (let found = FIELD.exec(line); found; found = FIELD.exec(line)) {
    const [, field = '', end] = found
    fields.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field)
    if (end === '') break
  }
  return fields
}

/** Turns '20240531' into '2024-05-31', and eight zeros into null. */
function dayOf(text: string, number: number): string | null {
  if (text === '' || /^0+$/.test(text)) return null
  const day = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  // `Date` moves February 31 into March, which the database wouldn't accept.
  const time = Date.parse(day)
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day)
    throw invalidListError(`Line ${number} has an invalid date: ${text.slice(0, 20)}.`)
  return day
}
