import type { Assets, HomeView, PageView, Site } from './pages.ts'
import type { OpenRoleDetail } from './roles.ts'

/** For search engines, feed readers and job boards. */
export type FeedKind = 'sitemap' | 'rss' | 'jobs'

/** The built renderer of the public pages, as the server loads it. */
export type Renderer = {
  renderPage: (view: PageView, site: Site, assets: Assets) => string
  /** The openings of a home page by themselves: sent after everything else, or to its script, which puts them in place. */
  renderOpenings: (view: HomeView, site: Site, assets: Assets) => string
  renderFeed: (kind: FeedKind, roles: OpenRoleDetail[], site: Site) => string
}

/** What a page carries in its head, so that a first visit paints without waiting for a second response. */
export function stylesOfPage(assets: Pick<Assets, 'css'>, site: Pick<Site, 'styles'>): string {
  return assets.css + site.styles
}
