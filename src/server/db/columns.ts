import { customType } from 'drizzle-orm/pg-core'

/** A point in time: `timestamptz` in the database, an ISO 8601 string in UTC everywhere else. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
})

/** A decimal amount of money: exact in the database, a JSON number elsewhere. */
export const money = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(12, 2)',
  fromDriver: Number,
  toDriver: String,
})

/** Lexemes for full-text search. */
export const tsvector = customType<{ data: string; driverData: string }>({ dataType: () => 'tsvector' })
