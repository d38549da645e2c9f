import { picturePath, type Brand, type Picture, type previewBrandEmail } from '#contract/brand/brand.ts'
import { schemesOf } from '#contract/brand/brand-colors.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { layOut, plainLetterhead, type Letterhead } from '#server/mail/layout.ts'
import type { Services } from '#server/services.ts'
import { findBrand, findPicture, pictureOf } from './store.ts'

/** Returns the employer's look for an email; `db` may be a transaction. */
export async function letterheadOf(env: Env, db: Db): Promise<Letterhead> {
  return withLook(env, await findBrand(db))
}

/** Returns an email to someone who just applied, with a look that may not be saved; pictures are named by their keys. */
export async function brandEmail(
  { env, db }: Pick<Services, 'env' | 'db'>,
  { accent, contact_email, ...keys }: Input<typeof previewBrandEmail>,
): Promise<string> {
  const pictureAt = async (key: string | null) => pictureOf(key === null ? null : await findPicture(db, key))
  const look = { accent, contact_email, logo: await pictureAt(keys.logo_key), dark_logo: await pictureAt(keys.dark_logo_key) }
  // Relative to the page that shows it: its policy allows pictures from nowhere else.
  const letterhead = withLook({ ...env, BASE_URL: '' }, look)
  const content = {
    title: 'We received your application',
    paragraphs: [
      'Hi Rosa,',
      `Thank you for applying at ${env.COMPANY_NAME}. A person will read your application and reply within ${env.REPLY_WITHIN_DAYS} days.`,
    ],
    button: { label: 'Open your application', url: env.BASE_URL },
    closing: [`Questions? Write to ${letterhead.contact_email}.`],
    footer: `You're receiving this because you applied at ${env.COMPANY_NAME}.`,
  }
  return layOut(letterhead, content).html
}

function withLook(env: Env, { accent, contact_email, logo, dark_logo }: Pick<Brand, 'accent' | 'contact_email' | 'logo' | 'dark_logo'>): Letterhead {
  const plain = plainLetterhead(env)
  const urlOf = (picture: Picture) => env.BASE_URL + picturePath(picture, picture.widths.at(-1)!, 'png')
  return {
    ...plain,
    contact_email: contact_email || plain.contact_email,
    colors: schemesOf(accent),
    logo: logo && { url: urlOf(logo), width: logo.width, height: logo.height, ...(dark_logo && { dark_url: urlOf(dark_logo) }) },
  }
}
