import { listOpenRoles as listOpenRolesCall } from '#contract/roles.ts'
import type { Page } from '#server/http/cache/page-cache.ts'
import type { Pages } from '#server/http/pages.ts'
import { safeRole } from '#server/roles/safe-role.ts'
import { listOpenRoleChanges } from '#server/roles/store.ts'
import type { Services } from '#server/services.ts'
import type { PageContent } from './page-content.ts'
import { shareImage } from './share-image.ts'

/** What other programs read: the list of openings, the feeds and the share images. */
export function openKeptFiles({ db }: Pick<Services, 'db'>, pages: Pages, content: PageContent) {
  const { cache } = content

  async function feed(kind: 'sitemap' | 'rss', type: string): Promise<Page> {
    const { renderer } = await pages.load()
    const [roles, changes] = [await content.listOpenRoles(), await listOpenRoleChanges(db)]
    const changed = new Map(changes.map((one) => [one.ref_function_role_id, one.modified_at]))
    const dated = roles.map((role) => ({ ...role, modified_at: changed.get(role.ref_function_role_id) ?? '' }))
    return { type, content: renderer.renderFeed(kind, dated, await content.site()) }
  }

  async function openings(): Promise<Page> {
    const roles = (await content.listOpenRoles()).map(safeRole)
    return { type: 'application/json; charset=utf-8', content: JSON.stringify(listOpenRolesCall.output.parse(roles)) }
  }

  async function image(id?: number): Promise<Page> {
    const role = id === undefined ? undefined : await content.shownRole(id)
    return { type: 'image/png', content: await shareImage(db, await content.site(), role) }
  }

  return {
    openings: () => cache.keep(listOpenRolesCall.path, openings),
    sitemap: () => cache.keep('/sitemap.xml', () => feed('sitemap', 'application/xml; charset=utf-8')),
    rss: () => cache.keep('/jobs.rss', () => feed('rss', 'application/rss+xml; charset=utf-8')),
    shareImage: (id: number) => cache.keep(`/roles/${id}/og.png`, () => image(id)),
    homeShareImage: () => cache.keep('/share.png', () => image()),
  }
}
