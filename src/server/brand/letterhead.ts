import { picturePath } from '#contract/brand/brand.ts'
import { schemesOf } from '#contract/brand/brand-colors.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { plainLetterhead, type Letterhead } from '#server/mail/layout.ts'
import { findBrand } from './store.ts'

/** Returns the employer's look for an email; `db` may be a transaction. */
export async function letterheadOf(env: Env, db: Db): Promise<Letterhead> {
  const { accent, contact_email, logo } = await findBrand(db)
  const plain = plainLetterhead(env)
  return {
    ...plain,
    contact_email: contact_email || plain.contact_email,
    colors: schemesOf(accent),
    logo: logo && { url: env.BASE_URL + picturePath(logo, logo.widths.at(-1)!, 'png'), width: logo.width, height: logo.height },
  }
}
