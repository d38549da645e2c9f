import { setTimeout as pause } from 'node:timers/promises'
import type { PageView, Site } from '#contract/pages.ts'
import type { Pages, RenderedPage } from '#server/http/pages.ts'
import type { Services } from '#server/services.ts'
import { openKeptFiles } from './kept-files.ts'
import { openKeptPages } from './kept-pages.ts'
import { openPageContent, type FormContent } from './page-content.ts'
import { UNTOUCHED_FORM, type ReturnedForm } from './returned-form.ts'

/** How long a page that can't wait for its openings waits for a changed brand, which is one row. */
const LOOK_PATIENCE_MS = 300

export type CareersPages = ReturnType<typeof openCareersPages>

/** The public pages. Those that are the same for everyone are cached; personal ones are rendered for one response. */
export function openCareersPages(services: Pick<Services, 'db' | 'env'>, { pages, hotReload }: { pages: Pages; hotReload: boolean }) {
  const content = openPageContent(services, hotReload)

  /** The current brand; the last known one when the database is away, or too slow for a waiting page. */
  function lookFor(view: PageView): Promise<Site> {
    if (view.page === 'failed' || (view.page === 'home' && view.roles === 'failed')) return Promise.resolve(content.lastSite())
    const site = content.site().catch(content.lastSite)
    const mustNotWait = view.page === 'home' && view.roles === 'pending'
    return mustNotWait ? Promise.race([site, pause(LOOK_PATIENCE_MS).then(content.lastSite)]) : site
  }

  async function render(view: PageView): Promise<RenderedPage> {
    return pages.render(view, await lookFor(view))
  }

  return {
    ...content,
    ...openKeptPages(services, pages, content),
    ...openKeptFiles(services, pages, content),
    render,
    renderOpenings: async (view: Extract<PageView, { page: 'home' }>) => {
      const { renderer, assets } = await pages.load()
      return renderer.renderOpenings(view, content.lastSite(), assets)
    },
    returnedForm: (form: FormContent, returned: Partial<ReturnedForm>) => render({ page: 'apply', ...form, ...UNTOUCHED_FORM, ...returned }),
  }
}
