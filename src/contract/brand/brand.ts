import { z } from 'zod'
import { isEmailAddress } from '../applications/answer-checks.ts'
import { DEFAULT_ACCENT } from './brand-colors.ts'
import { endpoint, Instant, boundedText, requiredText } from '../endpoint.ts'

export const MAX_FACTS = 3
export const BENEFIT_ICONS = ['home', 'device', 'spark', 'heart', 'savings', 'equity', 'clock', 'pin'] as const
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024
export const PICTURE_KINDS = ['logo', 'hero'] as const
export type PictureKind = (typeof PICTURE_KINDS)[number]

/** The widths in CSS pixels in which pictures are stored. Emails need a PNG of the logo. */
export const PICTURE_WIDTHS = { logo: [240, 480], hero: [480, 800, 1200, 1600] } as const satisfies Record<PictureKind, readonly number[]>
export type PictureFormat = 'avif' | 'webp' | 'png'

/** A stored picture; `widths` lists the available ones. */
export const Picture = z.object({ picture_key: z.string(), width: z.int(), height: z.int(), widths: z.array(z.int()) })
export type Picture = z.infer<typeof Picture>

const Benefit = z.object({ icon: z.enum(BENEFIT_ICONS), title: requiredText(60, 'Enter a name for the benefit'), text: boundedText(200).trim() })
export type Benefit = z.infer<typeof Benefit>

const PLACEHOLDERS = ['company_name', 'contact_email', 'reply_within_days'] as const
export type BrandValues = Record<(typeof PLACEHOLDERS)[number], string>

/** A text with placeholders; unknown ones are rejected, because candidates would see the braces. */
function brandText(longest: number, missing: string) {
  return boundedText(longest)
    .trim()
    .min(1, missing)
    .refine((text) => [...text.matchAll(/\{(\w*)\}/g)].every(([, name]) => PLACEHOLDERS.some((known) => known === name)), {
      error: `Use only the placeholders ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}`,
    })
}

/** The careers site's settings. */
export const BrandText = z.object({
  accent: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Use a color such as #0f5a52'),
  headline: brandText(90, 'Enter a headline'),
  lead: brandText(160, 'Enter one sentence'),
  intro: brandText(2000, 'Enter an introduction'),
  facts: z.array(brandText(60, 'Enter a fact')).max(MAX_FACTS),
  benefits: z.array(Benefit).max(8),
  /** Empty means careers@ plus the company's domain. */
  contact_email: boundedText(254)
    .trim()
    .refine((text) => text === '' || isEmailAddress(text), 'Please enter a valid email address'),
  eeo_statement: brandText(2000, 'Enter an equal opportunity statement'),
  accommodation_statement: brandText(1000, 'Enter an accommodation statement'),
  /** Empty if the picture is decorative. */
  hero_alt: boundedText(200).trim(),
  /** The picture's focal point, in percent from the left and the top. */
  hero_focus_x: z.int().min(0).max(100),
  hero_focus_y: z.int().min(0).max(100),
})
export type BrandText = z.infer<typeof BrandText>

export const Brand = BrandText.extend({
  logo: Picture.nullable(),
  /** The logo for dark backgrounds; null shows the other one on a light plate. */
  dark_logo: Picture.nullable(),
  hero: Picture.nullable(),
  /** 0 means nothing has been changed yet. */
  version: z.int(),
  modified_at: Instant,
  modified_by_email: z.string().nullable(),
})
export type Brand = z.infer<typeof Brand>

/** Neutral defaults that are safe for a US healthcare employer; sources in docs/decisions/0017 and 0019. */
export const DEFAULT_BRAND: BrandText = {
  accent: DEFAULT_ACCENT,
  headline: 'Care for people, from wherever you are.',
  lead: 'Do work that matters, with a team that looks after you too.',
  intro:
    'At {company_name}, we bring care to people where they live. Our nurses, pharmacists, therapists and engineers work as one remote team ' +
    'across the United States. A patient in a small town gets the same quality of care as someone who lives next to a big hospital. We listen ' +
    "first, we keep our promises, and we make time for each other. If that's how you like to work, we'd love to meet you.",
  facts: ['Fully remote', 'A person reads every application', 'A reply within {reply_within_days} days'],
  benefits: [
    { icon: 'home', title: 'Fully Remote', text: 'Work from home anywhere in the United States. Every role, every day.' },
    { icon: 'device', title: 'Your Own Device', text: "Choose the laptop you like best. We'll buy it and help you set it up." },
    { icon: 'spark', title: 'Annual Hackathon', text: 'Once a year we pause our usual work and build what patients ask for.' },
    { icon: 'heart', title: 'Health Insurance', text: 'Medical, dental and vision coverage for you and your family.' },
    { icon: 'savings', title: '401(k) Matching', text: "Save for retirement with a Safe Harbor match that's yours from day one." },
    { icon: 'equity', title: 'Equity', text: 'Own part of what you help build.' },
  ],
  contact_email: '',
  eeo_statement:
    '{company_name} is an equal opportunity employer. We consider all qualified applicants without regard to race, color, religion, sex ' +
    '(including pregnancy, sexual orientation and gender identity), national origin, age, disability, genetic information, veteran status ' +
    'or any other status protected by law.',
  accommodation_statement: "Need an accommodation to apply or interview? Email {contact_email}. Asking won't affect our decision.",
  hero_alt: '',
  hero_focus_x: 50,
  hero_focus_y: 50,
}

/** The brand before any changes. */
export const INITIAL_BRAND: Brand = {
  ...DEFAULT_BRAND,
  logo: null,
  dark_logo: null,
  hero: null,
  version: 0,
  modified_at: '1970-01-01T00:00:00.000Z',
  modified_by_email: null,
}

export function fillBrand(text: string, values: BrandValues): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name as keyof BrandValues] ?? whole)
}

/** Returns the path of a picture, which always serves the same bytes. */
export function picturePath({ picture_key }: Picture, width: number, format: PictureFormat): string {
  return `/pictures/${picture_key}-${width}.${format}`
}

export const readBrand = endpoint({ who: 'admin', method: 'GET', path: '/api/brand', summary: "Get the careers site's look and texts", output: Brand })

export const updateBrand = endpoint({
  who: 'admin',
  method: 'PUT',
  path: '/api/brand',
  summary: "Update the given fields of the careers site; 409 if `version` isn't the current one",
  body: BrandText.partial().extend({
    /** The key of an uploaded picture; null for none. */
    logo_key: z.string().max(64).nullable().optional(),
    dark_logo_key: z.string().max(64).nullable().optional(),
    hero_key: z.string().max(64).nullable().optional(),
    version: z.int().optional(),
  }),
  output: Brand,
})

export const previewBrandEmail = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/brand/email-preview',
  summary: "Preview the confirmation of an application with a look that isn't saved yet",
  body: BrandText.pick({ accent: true, contact_email: true }).extend({
    logo_key: z.string().max(64).nullable(),
    dark_logo_key: z.string().max(64).nullable(),
  }),
  output: z.object({ html: z.string() }),
})

export const uploadPicture = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/brand/pictures',
  summary: "Upload a logo or hero picture (PNG, JPEG or WebP, up to 10 MB) as a form with `kind` and `picture`. It's re-encoded without its metadata",
  status: 201,
  consumes: 'multipart',
  form: z.object({ kind: z.enum(PICTURE_KINDS), picture: z.string().meta({ contentMediaType: 'image/*', contentEncoding: 'binary' }) }),
  output: Picture,
})
