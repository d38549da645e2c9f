import { picturePath, INITIAL_BRAND, type Brand, type Picture, type previewBrandEmail } from '#contract/brand/brand.ts'
import { schemesFor } from '#contract/brand/brand-colors.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { plainLetterhead, type Letterhead } from '#server/mail/layout.ts'
import type { Services } from '#server/services.ts'
import { findLook, findPicture, pictureOf, type StoredLook } from './store.ts'

/** Returns the employer's branding for an email; `db` may be a transaction. */
export async function letterheadOf(env: Env, db: Db): Promise<Letterhead> {
  return letterheadWith(env, await findLook(db))
}

/** Like `letterheadOf`, from a `LOOK` that was read as part of another query. */
export function letterheadWith(env: Env, look: StoredLook): Letterhead {
  return withLook(env, look ? { ...look, logo: pictureOf(look.logo), dark_logo: pictureOf(look.dark_logo) } : INITIAL_BRAND)
}

/** Returns branding that may not be saved yet, with pictures given by their keys. Their URLs are relative to the page that shows them. */
export async function unsavedLetterhead(
  { env, db }: Pick<Services, 'env' | 'db'>,
  { accent, contact_email, ...keys }: Input<typeof previewBrandEmail>,
): Promise<Letterhead> {
  const pictureAt = async (key: string | null) => pictureOf(key === null ? null : await findPicture(db, key))
  // The page's content security policy allows pictures only from here.
  return withLook(env, { accent, contact_email, logo: await pictureAt(keys.logo_key), dark_logo: await pictureAt(keys.dark_logo_key) }, '')
}

type EmailBrand = Pick<Brand, 'accent' | 'contact_email' | 'logo' | 'dark_logo'>

function withLook(env: Env, { accent, contact_email, logo, dark_logo }: EmailBrand, base = env.BASE_URL): Letterhead {
  const plain = plainLetterhead(env)
  const urlOf = (picture: Picture) => base + picturePath(picture, picture.widths.at(-1)!, 'png')
  return {
    ...plain,
    contact_email: contact_email || plain.contact_email,
    colors: schemesFor(accent),
    logo: logo && { url: urlOf(logo), width: logo.width, height: logo.height, ...(dark_logo && { dark_url: urlOf(dark_logo) }) },
  }
}
