import { randomUUID } from 'node:crypto'
import { UNTOUCHED_BRAND } from '#contract/brand/brand.ts'
import { minutesToApply } from '#contract/applications/minutes.ts'
import { NO_FILTERS } from '#contract/openings.ts'
import type { AskedQuestion, FieldFault, PageView, Site, Values } from '#contract/pages.ts'
import { listOpenRoles as listOpenRolesCall, type OpenRoleDetail } from '#contract/roles.ts'
import { openPageCache, type Kept, type Page } from '#server/http/cache/page-cache.ts'
import type { Pages } from '#server/http/pages.ts'
import { HttpError } from '#server/http/http-error.ts'
import { listAskedQuestions } from '#server/questions/store.ts'
import { safeRole } from '#server/roles/safe-role.ts'
import { findClosedRole, findOpenRole, listOpenRoles } from '#server/roles/store.ts'
import type { Services } from '#server/services.ts'
import { openFigures } from './figures/hiring-figures.ts'
import { similarRoles } from './similar-roles.ts'
import { shareImage } from './share-image.ts'
import { readSite, siteOf } from './site.ts'
import { listOpenRoleChanges, readContentVersion } from './store.ts'

export type FormContent = { role: OpenRoleDetail; questions: AskedQuestion[] }
type Returned = { values: Values; edits: Record<string, number>; done: string | null; faults: FieldFault[]; refusal: string | null; has_applied: boolean }

const UNTOUCHED: Returned = { values: {}, edits: {}, done: null, faults: [], refusal: null, has_applied: false }

export type CareersPages = ReturnType<typeof openCareersPages>

/** The public pages: those that are the same for everybody are kept, personal ones are made for one answer. */
export function openCareersPages({ db, env }: Pick<Services, 'db' | 'env'>, { pages, hotReload }: { pages: Pages; hotReload: boolean }) {
  // While the sources change, no two looks find the same.
  const cache = openPageCache(hotReload ? async () => randomUUID() : () => readContentVersion(db))
  const site = () => cache.remember('site', () => readSite({ db, env }))
  const lastSite = () => cache.lastKnown<Site>('site') ?? siteOf(env, UNTOUCHED_BRAND)
  const figures = openFigures(db, env)

  /** For a page that's kept: it fails with the database rather than keep the wrong look. */
  async function renderKept(view: PageView): Promise<string> {
    const [{ renderer, assets }, now] = await Promise.all([pages.load(), site()])
    return renderer.renderPage(view, now, assets)
  }

  /** For one answer; while the database is slow or away, with the look known last. */
  async function render(view: PageView): Promise<string> {
    const { renderer, assets } = await pages.load()
    const mayNotWait = view.page === 'failed' || (view.page === 'home' && !Array.isArray(view.roles))
    return renderer.renderPage(view, mayNotWait ? lastSite() : await site().catch(lastSite), assets)
  }

  async function rolePage(id: number): Promise<Page> {
    const { role, questions } = await formContent(id)
    return { content: await renderKept({ page: 'role', role, minutes: minutesToApply(questions) }) }
  }

  async function closedPage(id: number): Promise<Page> {
    const { closed_at, ...role } = await orRefuse(id > 0 ? findClosedRole(db, id) : Promise.resolve(null))
    const similar = similarRoles(role, await cache.remember('roles', () => listOpenRoles(db)))
    return { status: 410, content: await renderKept({ page: 'closed-role', role, closed_at, similar }) }
  }

  async function openRole(id: number): Promise<OpenRoleDetail> {
    const role = id > 0 ? await cache.remember(`role ${id}`, () => orRefuse(findOpenRole(db, id))) : null
    if (!role) throw new HttpError(404, 'Role not found')
    return role
  }

  async function formContent(id: number): Promise<FormContent> {
    const role = await openRole(id)
    return { role, questions: await cache.remember(`questions ${id}`, () => listAskedQuestions(db, id)) }
  }

  async function feed(kind: 'sitemap' | 'rss', type: string): Promise<Page> {
    const { renderer } = await pages.load()
    const [roles, changes] = [await listOpenRoles(db), await listOpenRoleChanges(db)]
    const changed = new Map(changes.map((one) => [one.ref_function_role_id, one.modified_at]))
    const dated = roles.map((role) => ({ ...role, modified_at: changed.get(role.ref_function_role_id) ?? '' }))
    return { type, content: renderer.renderFeed(kind, dated, await site()) }
  }

  return {
    cache,
    render,
    renderLate: async (view: Extract<PageView, { page: 'home' }>) => {
      const { renderer, assets } = await pages.load()
      return renderer.renderLate(view, lastSite(), assets)
    },
    openRole,
    formContent,
    /** For an answer while the database is away: the form as it was asked last. */
    lastForm: (id: number): FormContent | undefined => {
      const [role, questions] = [cache.lastKnown<OpenRoleDetail>(`role ${id}`), cache.lastKnown<AskedQuestion[]>(`questions ${id}`)]
      return role && questions && { role, questions }
    },
    listOpenRoles: () => cache.remember('roles', () => listOpenRoles(db)),
    home: (): Kept | Promise<Kept> =>
      cache.keep('/', async () => {
        const [roles] = await Promise.all([listOpenRoles(db), site()])
        return { content: await renderKept({ page: 'home', roles, filters: NO_FILTERS, applied: null }) }
      }),
    role: (id: number): Kept | Promise<Kept> => cache.keep(`/roles/${id}`, () => rolePage(id)),
    /** Null unless candidates could see the role once. */
    closedRole: async (id: number): Promise<Kept | null> => {
      try {
        return await cache.keep(`/roles/${id} closed`, () => closedPage(id))
      } catch (fault) {
        if (fault instanceof HttpError && fault.status === 404) return null
        throw fault
      }
    },
    apply: (id: number): Kept | Promise<Kept> =>
      cache.keep(`/roles/${id}/apply`, async () => ({ content: await renderKept({ page: 'apply', ...(await formContent(id)), ...UNTOUCHED }) })),
    returnedForm: async (content: FormContent, returned: Partial<Returned>) => render({ page: 'apply', ...content, ...UNTOUCHED, ...returned }),
    howWeHire: (): Kept | Promise<Kept> =>
      cache.keep(figures.keyOf('/how-we-hire'), async () => ({ content: await renderKept({ page: 'how-we-hire', figures: await figures.read() }) })),
    roleNotFound: (): Kept | Promise<Kept> =>
      cache.keep('role not found', async () => ({ status: 404, content: await renderKept({ page: 'role-not-found' }) })),
    openings: (): Kept | Promise<Kept> =>
      cache.keep(listOpenRolesCall.path, async () => {
        const roles = (await listOpenRoles(db)).map(safeRole)
        return { type: 'application/json; charset=utf-8', content: JSON.stringify(listOpenRolesCall.output.parse(roles)) }
      }),
    sitemap: (): Kept | Promise<Kept> => cache.keep('/sitemap.xml', () => feed('sitemap', 'application/xml; charset=utf-8')),
    rss: (): Kept | Promise<Kept> => cache.keep('/jobs.rss', () => feed('rss', 'application/rss+xml; charset=utf-8')),
    shareImage: (id: number): Kept | Promise<Kept> =>
      cache.keep(`/roles/${id}/og.png`, async () => ({ type: 'image/png', content: await shareImage(db, await site(), await openRole(id)) })),
    homeShareImage: (): Kept | Promise<Kept> => cache.keep('/share.png', async () => ({ type: 'image/png', content: await shareImage(db, await site()) })),
  }
}

/** What is not there is not remembered: somebody may publish it, and nobody may fill the memory with guesses. */
async function orRefuse<T>(found: Promise<T | null>): Promise<T> {
  const value = await found
  if (value === null) throw new HttpError(404, 'Role not found')
  return value
}
