import type { PageView } from '#contract/pages.ts'
import type { Pages } from '#server/http/pages.ts'
import type { Services } from '#server/services.ts'
import { openKeptFiles } from './kept-files.ts'
import { openKeptPages } from './kept-pages.ts'
import { openPageContent, type FormContent } from './page-content.ts'
import { UNTOUCHED_FORM, type ReturnedForm } from './returned-form.ts'

export type CareersPages = ReturnType<typeof openCareersPages>

/** The public pages: those that are the same for everyone are kept, personal ones are rendered for one response. */
export function openCareersPages(services: Pick<Services, 'db' | 'env'>, { pages, hotReload }: { pages: Pages; hotReload: boolean }) {
  const content = openPageContent(services, hotReload)

  /** For one response; while the database is slow or away, with the look known last. */
  async function render(view: PageView): Promise<string> {
    const { renderer, assets } = await pages.load()
    const mustNotWait = view.page === 'failed' || (view.page === 'home' && !Array.isArray(view.roles))
    return renderer.renderPage(view, mustNotWait ? content.lastSite() : await content.site().catch(content.lastSite), assets)
  }

  return {
    ...content,
    ...openKeptPages(services, pages, content),
    ...openKeptFiles(services, pages, content),
    render,
    renderLate: async (view: Extract<PageView, { page: 'home' }>) => {
      const { renderer, assets } = await pages.load()
      return renderer.renderLate(view, content.lastSite(), assets)
    },
    returnedForm: (form: FormContent, returned: Partial<ReturnedForm>) => render({ page: 'apply', ...form, ...UNTOUCHED_FORM, ...returned }),
  }
}
