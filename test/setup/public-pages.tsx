import { renderToStaticMarkup } from 'react-dom/server'
import { DEFAULT_BRAND } from '#contract/brand/brand.ts'
import { NO_FILTERS } from '#contract/openings.ts'
import type { AskedQuestion, HomeView, RoleView, Site } from '#contract/pages.ts'
import type { OpenRoleDetail } from '#contract/roles.ts'
import { UNTOUCHED_FORM } from '#server/careers/pages/returned-form.ts'
import { ApplyPage } from '#web/careers/apply-page.tsx'
import { HomePage } from '#web/careers/home-page.tsx'
import { RolePage } from '#web/careers/role/role-page.tsx'

export const SITE: Site = {
  company_name: 'Meridian Health',
  company_domain: 'meridianhealth.example',
  base_url: 'https://careers.example',
  terms_url: 'https://meridianhealth.example/terms',
  privacy_url: 'https://meridianhealth.example/privacy',
  measurement_id: null,
  is_demo: false,
  retention_days: 0,
  drafts_rationales: true,
  time_zone: 'UTC',
  reply_within_days: 14,
  ...DEFAULT_BRAND,
  contact_email: 'careers@meridianhealth.example',
  styles: '',
  logo: null,
  dark_logo: null,
  hero: null,
}

export const ROLE: OpenRoleDetail = {
  ref_function_role_id: 7,
  function_role_name: 'Night Nurse',
  function_role_description: 'The first line.\nThe second line.\nThe third line.',
  function_role_responsibilities: '- Call patients\n• Write it down',
  function_role_requirements: '<ul><li>A license</li></ul>',
  salary_min: null,
  salary_max: null,
  salary_currency: 'USD',
  salary_unit: 'YEAR',
  published_at: null,
  closes_at: null,
  department: 'Nursing',
  specialty: '',
  shift: 'Nights',
  license_states: ['TX'],
  reply_within_days: null,
  modified_at: '2026-01-01T00:00:00.000Z',
}

export const shared = { site: SITE, assets: { styles: [], css: '', islands: {}, preloads: {} } }

export const home = (roles: HomeView['roles']) =>
  renderToStaticMarkup(<HomePage view={{ page: 'home', filters: NO_FILTERS, part: 1, roles, applied: null }} {...shared} />)

export const rolePage = (but: Partial<RoleView['role']> = {}) =>
  renderToStaticMarkup(<RolePage view={{ page: 'role', questions: [], minutes: 12, via: null, role: { ...ROLE, state: 'published', ...but } }} {...shared} />)

export const apply = (questions: AskedQuestion[]) =>
  renderToStaticMarkup(
    <ApplyPage
      view={{
        page: 'apply',
        role: ROLE,
        questions,
        minutes: 12,
        ...UNTOUCHED_FORM,
      }}
      {...shared}
    />,
  )

/** Returns those of the texts that appear on the page, in page order. */
export function inOrder(html: string, texts: string[]): string[] {
  return texts.filter((text) => html.includes(text)).toSorted((a, b) => html.indexOf(a) - html.indexOf(b))
}

export let ids = 0

export const ask = (question_name: string, question_type: string, but: Partial<AskedQuestion> = {}): AskedQuestion => ({
  ref_question_id: ++ids,
  question_name,
  question_type,
  question_text: `Asks ${question_name}`,
  question_placeholder: '',
  required_flag: true,
  max_words: 300,
  answers: [],
  ...but,
})
