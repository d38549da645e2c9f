import { and, desc, eq, inArray, notExists, notInArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { DEFAULT_BRAND, PICTURE_WIDTHS, INITIAL_BRAND, type Brand, type Picture, type PictureFormat, type PictureKind } from '#contract/brand/brand.ts'
import type { Db } from '#server/db/connect.ts'
import { brand, brand_picture, brand_rendition, staff_account } from '#server/db/tables.ts'

type PictureRow = Pick<typeof brand_picture.$inferSelect, 'picture_key' | 'kind' | 'width' | 'height'>
export type Rendition = Pick<typeof brand_rendition.$inferSelect, 'width' | 'format'> & { content: Buffer }

/** Returns the stored brand, or the defaults as version 0. */
export async function findBrand(db: Db): Promise<Brand> {
  const [logo, dark_logo, hero] = [alias(brand_picture, 'logo'), alias(brand_picture, 'dark_logo'), alias(brand_picture, 'hero')]
  const [row] = await db
    .select({ set: brand, logo, dark_logo, hero, modified_by_email: staff_account.email })
    .from(brand)
    .leftJoin(logo, eq(logo.picture_key, brand.logo_key))
    .leftJoin(dark_logo, eq(dark_logo.picture_key, brand.dark_logo_key))
    .leftJoin(hero, eq(hero.picture_key, brand.hero_key))
    .leftJoin(staff_account, eq(staff_account.staff_account_id, brand.modified_by))
  if (!row) return INITIAL_BRAND
  const { brand_id: _id, modified_by: _by, logo_key: _logo, dark_logo_key: _dark, hero_key: _hero, ...set } = row.set
  return { ...set, logo: pictureOf(row.logo), dark_logo: pictureOf(row.dark_logo), hero: pictureOf(row.hero), modified_by_email: row.modified_by_email }
}

/** The brand as emails show it, as a column of another select; null until the brand is edited. For `letterheadWith`. */
export const LOOK = sql<(Pick<Brand, 'accent' | 'contact_email'> & Record<'logo' | 'dark_logo', PictureRow | null>) | null>`(
  select json_build_object('accent', b.accent, 'contact_email', b.contact_email,
    'logo', (select to_json(p) from brand_picture p where p.picture_key = b.logo_key),
    'dark_logo', (select to_json(p) from brand_picture p where p.picture_key = b.dark_logo_key))
  from brand b)`
export type StoredLook = (typeof LOOK)['_']['type']

export async function findLook(db: Db): Promise<StoredLook> {
  const { rows } = await db.execute<{ look: StoredLook }>(sql`select ${LOOK} as look`)
  return rows[0]!.look
}

/** Locks the single row until the transaction ends, even if it doesn't exist yet. */
export async function lockBrand(tx: Db): Promise<void> {
  await tx.execute(sql`lock table ${brand} in share row exclusive mode`)
}

type Changes = Partial<Omit<typeof brand.$inferInsert, 'brand_id' | 'version' | 'modified_at'>> & { modified_by: number | null }

export async function setBrand(tx: Db, changes: Changes): Promise<void> {
  await tx
    .insert(brand)
    .values({ ...DEFAULT_BRAND, ...changes })
    .onConflictDoUpdate({ target: brand.brand_id, set: { ...changes, version: sql`${brand.version} + 1`, modified_at: sql`now()` } })
}

export async function insertPicture(tx: Db, picture: PictureRow & { created_by: number | null }, renditions: Rendition[]): Promise<void> {
  await tx.insert(brand_picture).values(picture).onConflictDoNothing()
  const { picture_key } = picture
  const rows = renditions.map(({ content, ...one }) => ({ ...one, picture_key, content_base64: content.toString('base64') }))
  await tx.insert(brand_rendition).values(rows).onConflictDoNothing()
}

export async function findPicture(db: Db, picture_key: string): Promise<PictureRow | null> {
  const { kind, width, height } = brand_picture
  const [row] = await db
    .select({ picture_key: brand_picture.picture_key, kind, width, height })
    .from(brand_picture)
    .where(eq(brand_picture.picture_key, picture_key))
  return row ?? null
}

/** Emails that were sent show the logo of their time, in both color schemes. */
const KEPT_LOGOS = 40

/** Deletes pictures that were uploaded over a day ago and aren't shown, except the newest logos. */
export async function deleteUnusedPictures(tx: Db): Promise<void> {
  const isShown = tx
    .select({ one: sql`1` })
    .from(brand)
    .where(sql`${brand_picture.picture_key} in (${brand.logo_key}, ${brand.dark_logo_key}, ${brand.hero_key})`)
  const { picture_key, kind, created_at } = brand_picture
  const kept = tx.select({ picture_key }).from(brand_picture).where(eq(kind, 'logo')).orderBy(desc(created_at), picture_key).limit(KEPT_LOGOS)
  const isUnused = sql`${notExists(isShown)} and ${created_at} < now() - interval '1 day'`
  const unused = tx
    .select({ picture_key })
    .from(brand_picture)
    .where(and(isUnused, notInArray(picture_key, kept)))
  await tx.delete(brand_picture).where(inArray(brand_picture.picture_key, unused))
}

export async function findRendition(db: Db, picture_key: string, one: { width: number; format: PictureFormat }): Promise<Buffer | null> {
  const [row] = await db
    .select({ content_base64: brand_rendition.content_base64 })
    .from(brand_rendition)
    .where(sql`${brand_rendition.picture_key} = ${picture_key} and ${brand_rendition.width} = ${one.width} and ${brand_rendition.format} = ${one.format}`)
  return row ? Buffer.from(row.content_base64, 'base64') : null
}

export function pictureOf(row: PictureRow | null): Picture | null {
  return row && { picture_key: row.picture_key, width: row.width, height: row.height, widths: widthsOf(row.kind, row.width) }
}

/** Returns the widths to serve, never wider than the upload. */
export function widthsOf(kind: PictureKind, width: number): number[] {
  const smaller = PICTURE_WIDTHS[kind].filter((one) => one <= width)
  return smaller.length > 0 ? [...smaller] : [width]
}
