import { setTimeout as pause } from 'node:timers/promises'
import type { PageView, Site, ClosedRoleView } from '#contract/pages.ts'
import type { Pages, RenderedPage } from '#server/http/pages.ts'
import type { Services } from '#server/services.ts'
import { NO_FILTERS } from '#contract/openings.ts'
import type { OpenRole } from '#contract/roles.ts'
import type { CachedPage, Page } from '#server/http/cache/page-cache.ts'
import { HttpError } from '#server/http/http-error.ts'
import { safeRole } from '#server/roles/safe-role.ts'
import { findClosedRole, findRolePage } from '#server/roles/store.ts'
import { openCachedFiles } from './cached-files.ts'
import { openPageContent, type FormContent, orNotFound, type PageContent } from './page-content.ts'
import { UNTOUCHED_FORM, type ReturnedForm } from './returned-form.ts'
import { openFigures } from '../figures/hiring-figures.ts'

/** How long a page waits for a changed brand, which is a single row, if it's sent before its openings. */
const CHECK_TIMEOUT_MS = 300

export type CareersPages = ReturnType<typeof openCareersPages>

/** Opens the public pages. Pages that are the same for everyone are cached; personal ones are rendered per response. */
export function openCareersPages(services: Pick<Services, 'db' | 'env'>, { pages, hotReload }: { pages: Pages; hotReload: boolean }) {
  const content = openPageContent(services, hotReload)

  /** Returns the current brand, or the last known one if the database is unavailable or too slow. */
  function siteFor(view: PageView): Promise<Site> {
    if (view.page === 'failed' || (view.page === 'home' && view.roles === 'failed')) return Promise.resolve(content.lastSite())
    const site = content.site().catch(content.lastSite)
    const mustNotWait = view.page === 'home' && view.roles === 'pending'
    return mustNotWait ? Promise.race([site, pause(CHECK_TIMEOUT_MS).then(content.lastSite)]) : site
  }

  async function render(view: PageView): Promise<RenderedPage> {
    return pages.render(view, await siteFor(view))
  }

  return {
    ...content,
    ...openCachedPages(services, pages, content),
    ...openCachedFiles(services, pages, content),
    render,
    renderOpenings: async (view: Extract<PageView, { page: 'home' }>) => {
      const { renderer, assets } = await pages.load()
      return renderer.renderOpenings(view, content.lastSite(), assets)
    },
    returnedForm: (form: FormContent, returned: Partial<ReturnedForm>) => render({ page: 'apply', ...form, ...UNTOUCHED_FORM, ...returned }),
  }
}

/** Public pages that are the same for everyone, rendered once per version of the content. */
function openCachedPages({ db, env }: Pick<Services, 'db' | 'env'>, pages: Pages, content: PageContent) {
  const { cache } = content
  const figures = openFigures(db, env)

  /** Fails if the database does, rather than showing an outdated brand. */
  async function render(view: PageView): Promise<Page> {
    const { html, styles } = await pages.render(view, await content.site())
    return { content: html, styles }
  }

  async function closedView(id: number): Promise<ClosedRoleView> {
    const closed = await orNotFound(id > 0 ? findClosedRole(db, id) : Promise.resolve(null))
    return viewOfClosed(closed, await content.listOpenRoles())
  }

  /** Like `closedView`, but also for paused roles. */
  async function notAcceptingView(id: number): Promise<ClosedRoleView> {
    const shown = await content.shownRole(id).catch(() => null)
    return shown ? viewOfClosed({ ...shown, closed_at: null }, await content.listOpenRoles()) : closedView(id)
  }

  async function rolePage(id: number, via: string | null): Promise<Page> {
    return render({ page: 'role', ...(await content.about(await content.shownRole(id))), via })
  }

  return {
    home: () => cache.keep('/', async () => render({ page: 'home', roles: await content.listOpenRoles(), filters: NO_FILTERS, part: 1, applied: null })),
    role: (id: number, via: string | null) => cache.keep(pathWith(`/roles/${id}`, via), () => rolePage(id, via)),
    /** For someone in the middle of applying. Errors: 404 unless the role was once public. */
    notAcceptingView,
    /** Returns a draft's page as candidates will see it; null for any other role. */
    draftPage: async (id: number) => {
      const role = await findRolePage(db, id)
      return role?.state === 'draft' ? pages.render({ page: 'role', ...(await content.about(safeRole(role))), via: null }, await content.site()) : null
    },
    /** Returns null unless the role was once public. */
    closedRole: async (id: number): Promise<CachedPage | null> => {
      try {
        return await cache.keep(`/roles/${id} closed`, async () => ({ ...(await render(await closedView(id))), status: 410 }))
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) return null
        throw error
      }
    },
    apply: (id: number, via: string | null) =>
      cache.keep(pathWith(`/roles/${id}/apply`, via), async () => render({ page: 'apply', ...(await content.formContent(id)), ...UNTOUCHED_FORM, via })),
    howWeHire: () => cache.keep(figures.keyOf('/how-we-hire'), async () => render({ page: 'how-we-hire', figures: await figures.read() })),
    roleNotFound: () => cache.keep('role not found', async () => ({ ...(await render({ page: 'role-not-found' })), status: 404 })),
  }
}

function viewOfClosed({ closed_at, ...role }: OpenRole & { closed_at: string | null }, open: OpenRole[]): ClosedRoleView {
  const similar = similarRoles(role, open)
  const is_similar = similar.length > 0
  return { page: 'closed-role', role, closed_at, offered: is_similar ? similar : open.slice(0, MAX_OFFERED), is_similar, typed: [], from: [] }
}

function pathWith(path: string, via: string | null): string {
  return via === null ? path : `${path}?via=${via}`
}

const MAX_OFFERED = 4

/** Returns the open roles most similar to this one, by department, specialty, shared words in the name, states and shift; ties are newest first. */
function similarRoles(role: OpenRole, open: OpenRole[]): OpenRole[] {
  const words = wordsOf(role)
  const likeness = (other: OpenRole) =>
    3 * isSame(role.department, other.department) +
    2 * isSame(role.specialty, other.specialty) +
    2 * [...wordsOf(other)].filter((word) => words.has(word)).length +
    isSame(role.shift, other.shift) +
    Number(other.license_states.some((state) => role.license_states.includes(state)))
  const ranked = open.map((other) => ({ other, score: likeness(other) })).filter(({ score }) => score > 0)
  return ranked
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_OFFERED)
    .map(({ other }) => other)
}

function isSame(a: string, b: string): number {
  return Number(a !== '' && a === b)
}

/** Returns words that describe the work, dropping short connecting words. */
function wordsOf(role: OpenRole): Set<string> {
  return new Set(role.function_role_name.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
}
