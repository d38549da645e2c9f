import { NO_FILTERS } from '#contract/openings.ts'
import type { ClosedRoleView, PageView } from '#contract/pages.ts'
import type { OpenRole } from '#contract/roles.ts'
import type { CachedPage, Page } from '#server/http/cache/page-cache.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Pages } from '#server/http/pages.ts'
import { safeRole } from '#server/roles/safe-role.ts'
import { findClosedRole, findRolePage } from '#server/roles/store.ts'
import type { Services } from '#server/services.ts'
import { openFigures } from '../figures/hiring-figures.ts'
import { orNotFound, type PageContent } from './page-content.ts'
import { UNTOUCHED_FORM } from './returned-form.ts'

/** Public pages that are the same for everyone, rendered once per version of the content. */
export function openCachedPages({ db, env }: Pick<Services, 'db' | 'env'>, pages: Pages, content: PageContent) {
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
      } catch (fault) {
        if (fault instanceof HttpError && fault.status === 404) return null
        throw fault
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
  return { page: 'closed-role', role, closed_at, offered: is_similar ? similar : open.slice(0, MOST), is_similar, typed: [] }
}

function pathWith(path: string, via: string | null): string {
  return via === null ? path : `${path}?via=${via}`
}

const MOST = 4

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
    .slice(0, MOST)
    .map(({ other }) => other)
}

function isSame(a: string, b: string): number {
  return Number(a !== '' && a === b)
}

/** Returns words that describe the work, dropping short connecting words. */
function wordsOf(role: OpenRole): Set<string> {
  return new Set(role.function_role_name.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
}
