import type { Site } from '#contract/pages.ts'
import type { Env } from '#server/env.ts'

export function siteOf(env: Env): Site {
  return {
    company_name: env.COMPANY_NAME,
    company_domain: env.COMPANY_DOMAIN,
    base_url: env.BASE_URL,
    terms_url: env.TERMS_URL,
    privacy_url: env.PRIVACY_URL,
    measurement_id: env.ANALYTICS_MEASUREMENT_ID ?? null,
    is_demo: env.isDemo,
    retention_days: env.RETENTION_DAYS,
    reply_within_days: env.REPLY_WITHIN_DAYS,
  }
}
