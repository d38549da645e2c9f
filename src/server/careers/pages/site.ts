import { fillBrand, type Brand } from '#contract/brand/brand.ts'
import type { Site } from '#contract/pages.ts'
import { brandStyles } from '#server/brand/brand-styles.ts'
import { findBrand } from '#server/brand/store.ts'
import type { Env } from '#server/env.ts'
import { plainLetterhead } from '#server/mail/layout.ts'
import type { Services } from '#server/services.ts'

export async function readSite({ db, env }: Pick<Services, 'db' | 'env'>): Promise<Site> {
  return siteOf(env, await findBrand(db))
}

export function siteOf(env: Env, brand: Brand): Site {
  const contact_email = brand.contact_email || plainLetterhead(env).contact_email
  const values = { company_name: env.COMPANY_NAME, contact_email, reply_within_days: String(env.REPLY_WITHIN_DAYS) }
  const fill = (text: string) => fillBrand(text, values).replace(/\b1 days\b/g, '1 day')
  return {
    company_name: env.COMPANY_NAME,
    company_domain: env.COMPANY_DOMAIN,
    base_url: env.BASE_URL,
    terms_url: env.TERMS_URL,
    privacy_url: env.PRIVACY_URL,
    measurement_id: env.ANALYTICS_MEASUREMENT_ID ?? null,
    is_demo: env.isDemo,
    retention_days: env.RETENTION_DAYS,
    drafts_rationales: env.RATIONALE !== 'off',
    time_zone: env.TIME_ZONE,
    reply_within_days: env.REPLY_WITHIN_DAYS,
    contact_email,
    headline: fill(brand.headline),
    lead: fill(brand.lead),
    intro: fill(brand.intro),
    facts: brand.facts.map(fill),
    benefits: brand.benefits,
    eeo_statement: fill(brand.eeo_statement),
    accommodation_statement: fill(brand.accommodation_statement),
    styles: brandStyles(brand),
    accent: brand.accent,
    logo: brand.logo,
    dark_logo: brand.dark_logo,
    hero: brand.hero && { ...brand.hero, alt: brand.hero_alt },
  }
}
