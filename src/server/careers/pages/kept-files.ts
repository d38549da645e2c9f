import { listOpenRoles as listOpenRolesCall } from '#contract/roles.ts'
import type { FeedKind } from '#contract/renderer.ts'
import type { Page } from '#server/http/cache/page-cache.ts'
import type { Pages } from '#server/http/pages.ts'
import { safeRole } from '#server/roles/safe-role.ts'
import { listRolePages } from '#server/roles/store.ts'
import type { Services } from '#server/services.ts'
import type { PageContent } from './page-content.ts'
import { shareImage } from './share-image.ts'

/** Files that other programs read: the list of openings, the feeds and the share images. */
export function openKeptFiles({ db }: Pick<Services, 'db'>, pages: Pages, content: PageContent) {
  const { cache } = content

  async function feed(kind: FeedKind, type: string): Promise<Page> {
    const { renderer } = await pages.load()
    const roles = (await listRolePages(db)).map(safeRole)
    return { type, content: renderer.renderFeed(kind, roles, await content.site()) }
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
    jobs: () => cache.keep('/jobs.xml', () => feed('jobs', 'application/xml; charset=utf-8')),
    shareImage: (id: number) => cache.keep(`/roles/${id}/og.png`, () => image(id)),
    homeShareImage: () => cache.keep('/share.png', () => image()),
  }
}
