import { randomUUID } from 'node:crypto'
import { INITIAL_BRAND } from '#contract/brand/brand.ts'
import type { AskedQuestion, Site } from '#contract/pages.ts'
import { OTHER_VIA } from '#contract/role-links.ts'
import { ROLE_STATES, type OpenRole, type OpenRoleDetail, type RoleState } from '#contract/roles.ts'
import { openPageCache, type PageCache } from '#server/http/cache/page-cache.ts'
import { HttpError } from '#server/http/http-error.ts'
import { listAskedQuestions } from '#server/questions/store.ts'
import { listVias } from '#server/roles/link-store.ts'
import { findRolePage, findShownRole, listOpenRoles } from '#server/roles/store.ts'
import type { Services } from '#server/services.ts'
import { readMinutes } from '../figures/hiring-figures.ts'
import { readContentVersion } from '../store.ts'
import { readSite, siteOf } from './site.ts'

type ShownRole = OpenRoleDetail & { state: RoleState }
export type FormContent = { role: ShownRole; questions: AskedQuestion[]; minutes: number | null }

/** The data behind the pages, read once per version of the content. */
export type PageContent = {
  cache: PageCache
  site: () => Promise<Site>
  /** Returns the last known brand, however old, for a page that can't wait for the database. */
  lastSite: () => Site
  listOpenRoles: () => Promise<OpenRole[]>
  /** Errors: 404 if the role isn't visible to candidates. */
  shownRole: (id: number) => Promise<ShownRole>
  /** For someone who has applied, whatever the role's state. Errors: 404 for an unknown role. */
  appliedRole: (id: number) => Promise<ShownRole>
  /** The content of a role's page. */
  about: <Role extends OpenRoleDetail>(role: Role) => Promise<{ role: Role; questions: AskedQuestion[]; minutes: number | null }>
  /** Returns the link used to visit a role: one of the role's own or 'other'; null for none. Errors: 404 if the role isn't visible to candidates. */
  viaOf: (id: number, asked: string | null) => Promise<string | null>
  /** Errors: 404 if the role isn't accepting applications. */
  formContent: (id: number) => Promise<FormContent>
  /** Returns the form as last read, for responses while the database is unavailable. */
  lastForm: (id: number) => FormContent | undefined
}

/** Settings shown on pages, which can change while the process runs. */
function shownSettings({ COMPANY_NAME, COMPANY_DOMAIN, BASE_URL, TIME_ZONE }: Services['env']): string {
  return JSON.stringify([COMPANY_NAME, COMPANY_DOMAIN, BASE_URL, TIME_ZONE])
}

export function openPageContent({ db, env }: Pick<Services, 'db' | 'env'>, hotReload: boolean): PageContent {
  // With hot reload, the version is different every time.
  const cache = openPageCache(hotReload ? async () => randomUUID() : async () => `${await readContentVersion(db)}/${shownSettings(env)}`)

  async function shownRole(id: number): Promise<ShownRole> {
    const role = id > 0 ? await cache.remember(`role ${id}`, () => orNotFound(findShownRole(db, id))) : null
    if (!role) throw new HttpError(404, 'Role not found')
    return role
  }

  async function about<Role extends OpenRoleDetail>(role: Role) {
    const { ref_function_role_id: id } = role
    const questions = await cache.remember(`questions ${id}`, () => listAskedQuestions(db, id))
    const ids = questions.map((question) => question.ref_question_id)
    const { minutes } = await cache.remember(`minutes ${id}`, async () => ({ minutes: await readMinutes(db, id, ids) }))
    return { role, questions, minutes }
  }

  return {
    cache,
    site: () => cache.remember('site', () => readSite({ db, env })),
    lastSite: () => cache.lastKnown<Site>('site') ?? siteOf(env, INITIAL_BRAND),
    listOpenRoles: () => cache.remember('roles', () => listOpenRoles(db)),
    shownRole,
    appliedRole: (id) => orNotFound(findRolePage(db, id)),
    about,
    viaOf: async (id, asked) => {
      if (asked === null) return null
      await shownRole(id)
      const { made } = await cache.remember(`links ${id}`, async () => ({ made: await listVias(db, id) }))
      const via = asked.toLowerCase()
      return made.includes(via) ? via : OTHER_VIA
    },
    formContent: async (id) => {
      const role = await shownRole(id)
      if (!ROLE_STATES[role.state].acceptsApplications) throw new HttpError(404, 'Role not found')
      return about(role)
    },
    lastForm: (id) => {
      const [role, questions] = [cache.lastKnown<ShownRole>(`role ${id}`), cache.lastKnown<AskedQuestion[]>(`questions ${id}`)]
      return role && questions && ROLE_STATES[role.state].acceptsApplications ? { role, questions, minutes: null } : undefined
    },
  }
}

/** A missing role isn't cached: it may be published a moment later, and guessed IDs must not fill up memory. */
export async function orNotFound<T>(found: Promise<T | null>): Promise<T> {
  const value = await found
  if (value === null) throw new HttpError(404, 'Role not found')
  return value
}
