import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type * as tables from '#server/db/tables.ts'

export type TableName = { [Name in keyof typeof tables]: (typeof tables)[Name] extends PgTable ? Name : never }[keyof typeof tables]
type ColumnName<Name extends TableName> = keyof (typeof tables)[Name]['$inferSelect'] & string

/**
 * `personal`: about the applicant, so exports show it and an erasure clears it (null, or empty where null isn't allowed). `kept`: exports show it and
 * an erasure leaves it. Anything else is an object with what an erasure writes, and whether exports show it.
 */
export type Column = 'personal' | 'kept' | { erasedTo?: SQL; isExported: boolean }

export type PersonalTable<Name extends TableName = TableName> = {
  /** The key for these rows in an export. */
  as: string
  /** Selects the rows (as `t`) of some applications; `ids` is an array of integers. */
  of: (ids: SQL) => SQL
  onErasure: 'cleared' | 'deleted' | 'kept'
  columns: Record<ColumnName<Name>, Column>
  /** Selects the rows an export shows, if not all of them; an erasure affects all. */
  exported?: SQL
  /** Additional export data: a JSON object merged into each row. */
  adds?: SQL
  /** Set for tables that keep rows of applications that were never submitted: the audit trail is append-only. */
  isPurged?: false
  /** The column with the key of a stored file, or with the number in the name of a file in the mail folder. */
  file?: { storageKey: ColumnName<Name> } | { mailNumber: ColumnName<Name> }
}

/** A table that holds nothing about applicants, and why; `isPublic` means it's shown on public pages, so a change to any row refreshes them. */
export type OtherTable = { holds: 'staff' | 'reference data' | 'machinery'; isPublic: boolean }

export type Registry = { [Name in TableName]: PersonalTable<Name> | OtherTable }
