import { setTimeout as pause } from 'node:timers/promises'
import type { PageView, Site } from '#contract/pages.ts'
import type { Pages, RenderedPage } from '#server/http/pages.ts'
import type { Services } from '#server/services.ts'
import { openCachedFiles } from './cached-files.ts'
import { openCachedPages } from './cached-pages.ts'
import { openPageContent, type FormContent } from './page-content.ts'
import { UNTOUCHED_FORM, type ReturnedForm } from './returned-form.ts'

/** How long a page that isn't waiting for its openings waits for a changed brand, which is a single row. */
const LOOK_PATIENCE_MS = 300

export type CareersPages = ReturnType<typeof openCareersPages>

/** Opens the public pages. Pages that are the same for everyone are cached; personal ones are rendered per response. */
export function openCareersPages(services: Pick<Services, 'db' | 'env'>, { pages, hotReload }: { pages: Pages; hotReload: boolean }) {
  const content = openPageContent(services, hotReload)

  /** Returns the current brand, or the last known one if the database is unavailable or too slow. */
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
