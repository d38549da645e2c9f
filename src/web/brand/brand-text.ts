import { BrandText, MAX_FACTS, type Brand, type Picture } from '#contract/brand/brand.ts'
import { needsName } from '#contract/brand/needs-name.ts'
import { validationErrors } from '#web/ui/editor/validation-errors.ts'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import type { FieldErrors } from '#web/ui/editor/use-editing.ts'

/** The brand as form state: one entry per fact, '' if empty. */
export type BrandDraft = BrandText & { logo: Picture | null; dark_logo: Picture | null; hero: Picture | null }

export const LABELS: Record<keyof BrandDraft, string> = {
  accent: 'Accent color',
  logo: 'Logo',
  dark_logo: 'Logo for dark',
  hero: 'Picture',
  hero_alt: "What's in the picture",
  hero_focus_x: 'Focal point, left to right',
  hero_focus_y: 'Focal point, top to bottom',
  headline: 'Headline',
  lead: 'Sentence under it',
  facts: 'Facts',
  intro: 'About working here',
  benefits: 'Benefits & Perks',
  contact_email: 'Contact email',
  eeo_statement: 'Equal opportunity statement',
  accommodation_statement: 'Accommodation statement',
}

export function toDraft(brand: Brand): Versioned<BrandDraft> {
  const words = Object.fromEntries(Object.keys(LABELS).map((name) => [name, brand[name as keyof BrandDraft]])) as unknown as BrandDraft
  const facts = Array.from({ length: MAX_FACTS }, (_, place) => brand.facts[place] ?? '')
  return { version: brand.version, text: { ...words, facts } }
}

/** The request to the server: without empty facts, and with the keys of pictures. */
export function toRequest({ logo, dark_logo, hero, facts, ...words }: BrandDraft) {
  const said = facts.filter((fact) => fact.trim() !== '')
  return { ...words, facts: said, logo_key: logo?.picture_key ?? null, dark_logo_key: dark_logo?.picture_key ?? null, hero_key: hero?.picture_key ?? null }
}

export function findErrors(words: BrandDraft): FieldErrors {
  return validationErrors(BrandText, toRequest(words))
}

/** A value as shown in a conflict. */
export function displayValue(field: keyof BrandDraft, value: BrandDraft[keyof BrandDraft]): string {
  if (field === 'logo' || field === 'dark_logo' || field === 'hero') return value === null ? 'None' : 'A picture'
  if (field === 'facts') return (value as string[]).filter((fact) => fact !== '').join('\n')
  if (field === 'benefits') return (value as BrandDraft['benefits']).map(({ title, text }) => `${title}: ${text}`).join('\n')
  return String(value)
}

/** A header logo's maximum width, in pixels. */
const LOGO_WIDTH = 192
const MIN_LOGO_HEIGHT = 20
/** How much two logos' proportions can differ before people notice. */
const SAME_SHAPE = 0.05
/** How many letters of the company's name fit in a full-size share picture. */
const MAX_NAME_LETTERS = 37
/** How many letters fit in a line of the headline on a 320-pixel phone. */
const MAX_LINE_LETTERS = 16

/** Returns how candidates see a logo of an unusual shape, or null. */
export function logoNote(logo: Picture | null): string | null {
  if (!logo) return null
  if (needsName(logo)) return "This logo is tall or square, so the company's name is shown next to it."
  const height = Math.round((LOGO_WIDTH * logo.height) / logo.width)
  return height < MIN_LOGO_HEIGHT ? `This logo is very wide, so it's only ${height} pixels tall in a header. Crop its edges or use a narrower version.` : null
}

/** Returns how the logo for the dark scheme differs from the other logo, or null. */
export function darkLogoNote(dark_logo: Picture | null, logo: Picture | null): string | null {
  if (!dark_logo) return null
  if (!logo) return "It isn't used until there's a logo for a light background, too."
  const [own, other] = [dark_logo, logo].map(({ width, height }) => width / height)
  return Math.abs(own! / other! - 1) > SAME_SHAPE ? "It isn't the same shape as your logo, so the header looks different in dark mode." : null
}

/** Returns where a long company name is shown smaller, or null. */
export function nameNote(name: string, logo: Picture | null): string | null {
  if (name.length <= MAX_NAME_LETTERS || (logo && !needsName(logo))) return null
  return `The company's name has ${name.length} characters, so share pictures show it smaller.`
}

/** Returns how a phone shows a headline with a very long word, or null. */
export function headlineNote(headline: string): string | null {
  const long = headline.split(/\s+/).find((word) => word.length > MAX_LINE_LETTERS)
  return long ? `“${long}” doesn't fit in one line on a narrow phone, so it's broken in two or more.` : null
}
