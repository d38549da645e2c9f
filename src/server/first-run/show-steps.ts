import {
  FIRST_RUN_STEPS,
  type FirstRunDemo,
  type FirstRunResult,
  type FirstRunStep,
  type FirstRunSteps,
  type ShownSetting,
} from '#contract/first-run/first-run.ts'
import { findBrand } from '#server/brand/store.ts'
import { canSend } from '#server/mail/open-transport.ts'
import { dkim, dmarc, spf } from '#server/operate/mail/mail-alignment.ts'
import type { Services } from '#server/services.ts'
import { readerOf, type Env } from '#server/env.ts'
import { isSetByVariable, readStored } from '#server/settings/stored.ts'
import type { SettingName } from '#server/settings/table.ts'
import { countRoles, listOwnerRows, type OpenPage } from './first-run-store.ts'
import { isOwnerOpen } from './owner-step.ts'
import { ROLE_TEMPLATES } from './role-templates.ts'
import { mailParts } from './settings-steps.ts'

const RECORDS = { SPF: spf, DKIM: dkim, DMARC: dmarc }
const EMPLOYER = ['COMPANY_NAME', 'COMPANY_DOMAIN', 'BASE_URL', 'TIME_ZONE'] as const

type ViewContext = { page: OpenPage; step: FirstRunStep | null; result: FirstRunResult | null; hasRecords: boolean; demo: FirstRunDemo }

/**
 * Returns the current state of the first run; every step's status is read from what it creates. By default, shows the first step that isn't done.
 * `hasRecords` looks up SPF, DKIM and DMARC, which can take seconds.
 */
export async function readSteps(services: Services, { page, step, result, hasRecords, demo }: ViewContext): Promise<FirstRunSteps> {
  const { db, env, keys } = services
  const readVariable = readerOf(env.source, await readStored(db, keys))
  const shownSetting = (name: SettingName): ShownSetting => ({ value: readVariable(name) ?? '', is_fixed: isSetByVariable(env, name) })
  const owners = await listOwnerRows(db)
  const roles = await countRoles(db)
  const addresses = [...new Set([...env.ADMIN_EMAILS, ...owners.map(({ email }) => email)])]
  const isStepDone = {
    employer: EMPLOYER.every((name) => readVariable(name) !== undefined || name === 'TIME_ZONE'),
    owner: addresses.length > 0,
    mail: canSend(env) && readVariable('MAIL_FROM') !== undefined,
    look: (await findBrand(db)).version > 0,
    role: roles > 0,
  }
  return {
    page: 'first-run',
    state: 'open',
    step: step ?? FIRST_RUN_STEPS.find((one) => !isStepDone[one]) ?? 'employer',
    done: isStepDone,
    is_set_up: env.isSetUp,
    settings: {
      COMPANY_NAME: shownSetting('COMPANY_NAME'),
      COMPANY_DOMAIN: shownSetting('COMPANY_DOMAIN'),
      BASE_URL: shownSetting('BASE_URL'),
      TIME_ZONE: { ...shownSetting('TIME_ZONE'), value: env.TIME_ZONE },
      MAIL_FROM: shownSetting('MAIL_FROM'),
    },
    zones: [...new Set(['UTC', env.TIME_ZONE, ...Intl.supportedValuesOf('timeZone')])],
    owner: addresses.length === 1 ? addresses[0]! : null,
    is_owner_open: isOwnerOpen(env, page, owners),
    has_mail: canSend(env),
    mail: { ...mailParts(env), is_fixed: isSetByVariable(env, 'SMTP_URL') },
    records: hasRecords ? await lookUpRecords(services) : null,
    templates: Object.entries(ROLE_TEMPLATES).map(([key, { function_role_name }]) => ({ key, name: function_role_name })),
    roles,
    demo: env.isDemo ? null : demo,
    result,
  }
}

/** Returns the messages that `doctor` would show. */
async function lookUpRecords({ env, db }: { env: Env; db: Services['db'] }): Promise<{ check: string; sentence: string }[]> {
  return Promise.all(Object.entries(RECORDS).map(async ([check, look]) => ({ check, sentence: sentenceOf(await look(env, db)) })))
}

function sentenceOf(found: Awaited<ReturnType<typeof spf>>): string {
  const text = typeof found === 'string' ? found : 'warning' in found ? found.warning : `Fine: ${found.note}`
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`
}
