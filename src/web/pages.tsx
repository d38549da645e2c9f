import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Assets, PageView, Site } from '#contract/pages.ts'
import type { Renderer } from '#contract/renderer.ts'
import { OwnExportPage } from './candidate/own-export-page.tsx'
import { OwnPage } from './candidate/own-page.tsx'
import { ConfirmAddressPage } from './candidate/confirm-address-page.tsx'
import { UnsubscribePage } from './candidate/unsubscribe-page.tsx'
import { ApplyPage } from './careers/apply-page.tsx'
import { ClosedRolePage } from './careers/role/closed-role-page.tsx'
import { CorrectEmailPage } from './careers/correct-email-page.tsx'
import { ReceivedPage } from './careers/received-page.tsx'
import { StillYouPage } from './careers/still-you-page.tsx'
import { ResumePage } from './careers/resume-page.tsx'
import { FailedPage } from './careers/failed-page.tsx'
import { FEEDS } from './careers/feeds.ts'
import { HomePage } from './careers/home-page.tsx'
import { FirstRunPage } from './first-run/first-run-page.tsx'
import { HowWeHirePage } from './careers/how-we-hire-page.tsx'
import { Openings } from './careers/openings/openings.tsx'
import { RoleNotFoundPage } from './careers/role/role-not-found-page.tsx'
import { RolePage } from './careers/role/role-page.tsx'
import { LicensesPage } from './licenses/licenses-page.tsx'
import { AnswerInterviewPage } from './scheduling/answer-interview-page.tsx'
import { OwnTimesPage } from './scheduling/own-times-page.tsx'
import { ProtectedPdfPage } from './protected-pdf/protected-pdf-page.tsx'

export const renderPage: Renderer['renderPage'] = (view, site, assets) => `<!doctype html>${renderToString(pageOf(view, { site, assets }))}`

export const renderOpenings: Renderer['renderOpenings'] = (view, site) =>
  renderToString(
    <div slot="openings">
      <Openings view={view} contact_email={site.contact_email} />
    </div>,
  )

export const renderFeed: Renderer['renderFeed'] = (kind, roles, site) => FEEDS[kind](roles, site)

type SharedProps = { site: Site; assets: Assets }
type PageNamed<Name extends PageView['page']> = (props: SharedProps & { view: Extract<PageView, { page: Name }> }) => ReactNode

const PAGES: { [Name in PageView['page']]: PageNamed<Name> } = {
  'own-page': OwnPage,
  'own-times': OwnTimesPage,
  'answer-interview': AnswerInterviewPage,
  'own-export': OwnExportPage,
  'confirm-address': ConfirmAddressPage,
  licenses: LicensesPage,
  unsubscribe: UnsubscribePage,
  home: HomePage,
  role: RolePage,
  apply: ApplyPage,
  resume: ResumePage,
  'still-you': StillYouPage,
  received: ReceivedPage,
  'correct-email': CorrectEmailPage,
  'closed-role': ClosedRolePage,
  'how-we-hire': HowWeHirePage,
  'role-not-found': RoleNotFoundPage,
  'protected-pdf': ProtectedPdfPage,
  'first-run': FirstRunPage,
  failed: FailedPage,
}

function pageOf(view: PageView, shared: SharedProps): ReactNode {
  const Page = PAGES[view.page] as (props: SharedProps & { view: PageView }) => ReactNode
  return <Page view={view} {...shared} />
}
