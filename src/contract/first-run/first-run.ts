import { FIRST_RUN_PATH } from '../dashboard.ts'
import type { FieldError, FormValues } from '../applications/form-values.ts'

export const DEMO_PATH = `${FIRST_RUN_PATH}/demo`
export const LEAVE_DEMO_PATH = `${FIRST_RUN_PATH}/leave-demo`

/** A setting as shown in the first run; `is_fixed` if a variable on the server sets it. */
export type ShownSetting = { value: string; is_fixed: boolean }
export const FIRST_RUN_STEPS = ['employer', 'owner', 'mail', 'look', 'role'] as const
export type FirstRunStep = (typeof FIRST_RUN_STEPS)[number]

/** The result of a step's form: what was typed is shown again unless it was saved. */
export type FirstRunResult = {
  step: FirstRunStep
  done: string | null
  refusal: string | null
  faults: FieldError[]
  typed: FormValues
  /** The address that a code was emailed to. */
  awaits?: string
  /** A sign-in code, shown while no mail server is set. */
  code?: string
}

/** The page where an installation is set up. 'closed' is for browsers that didn't use the setup link; 'link' is the page the link opens. */
export type FirstRunView =
  | { page: 'first-run'; state: 'closed' | 'link' | 'demo-preparing' }
  | { page: 'first-run'; state: 'demo-ended'; reason: string | null }
  | FirstRunSteps

/** 'elsewhere' means that another browser opened it. `refusal` is why it couldn't start. */
export type FirstRunDemo = { state: 'none' | 'open' | 'elsewhere'; refusal: string | null }
export type FirstRunSteps = {
  page: 'first-run'
  state: 'open'
  step: FirstRunStep
  done: Record<FirstRunStep, boolean>
  /** Whether the public site is open. */
  is_set_up: boolean
  settings: Record<'COMPANY_NAME' | 'COMPANY_DOMAIN' | 'BASE_URL' | 'TIME_ZONE' | 'MAIL_FROM', ShownSetting>
  zones: string[]
  /** The owner's address; null if there are no owners, or several. */
  owner: string | null
  /** Whether the first owner can be added or corrected here. */
  is_owner_open: boolean
  /** Whether the next code is emailed. */
  has_mail: boolean
  mail: { host: string; port: string; user: string; has_password: boolean; is_fixed: boolean }
  /** The SPF, DKIM and DMARC records for the sender, in words; null if they weren't looked up. */
  records: { check: string; sentence: string }[] | null
  templates: { key: string; name: string }[]
  /** How many roles there are, including drafts. */
  roles: number
  /** Null if this installation is a demo itself. */
  demo: FirstRunDemo | null
  result: FirstRunResult | null
}
