import type { Assets, HomeView, PageView, Site } from './pages.ts'
import type { OpenRoleDetail } from './roles.ts'

/** For search engines, feed readers and job boards. */
export type FeedKind = 'sitemap' | 'rss' | 'jobs'

/** The built renderer for the public pages, as loaded by the server. */
export type Renderer = {
  renderPage: (view: PageView, site: Site, assets: Assets) => string
  /** Renders only the openings of a home page: sent at the end of the response, or to the page's script, which inserts them. */
  renderOpenings: (view: HomeView, site: Site, assets: Assets) => string
  renderFeed: (kind: FeedKind, roles: OpenRoleDetail[], site: Site) => string
}

/** Returns the styles in a page's head, so a first visit paints without waiting for a second response. */
export function stylesOfPage(assets: Pick<Assets, 'css'>, site: Pick<Site, 'styles'>): string {
  return assets.css + site.styles
}
