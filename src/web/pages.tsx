import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Assets, HomeView, PageView, Site } from '#contract/pages.ts'
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
import { rss, sitemap } from './careers/feeds.ts'
import { HomePage } from './careers/home-page.tsx'
import { HowWeHirePage } from './careers/how-we-hire-page.tsx'
import { Openings } from './careers/openings/openings.tsx'
import { RoleNotFoundPage } from './careers/role/role-not-found-page.tsx'
import { RolePage } from './careers/role/role-page.tsx'
import { AnswerInterviewPage } from './scheduling/answer-interview-page.tsx'
import { OwnTimesPage } from './scheduling/own-times-page.tsx'
import { ProtectedPdfPage } from './protected-pdf/protected-pdf-page.tsx'

export const renderPage: Renderer['renderPage'] = (view, site, assets) => `<!doctype html>${renderToString(pageOf(view, { site, assets }))}`

export const renderLate: Renderer['renderLate'] = (view, site) =>
  renderToString(
    <div slot="openings">
      <Openings roles={view.roles} filters={view.filters} contact_email={site.contact_email} />
    </div>,
  )

export const renderFeed: Renderer['renderFeed'] = (kind, roles, site) => (kind === 'rss' ? rss(roles, site) : sitemap(roles, site))

function pageOf(view: PageView, shared: { site: Site; assets: Assets }): ReactNode {
  switch (view.page) {
    case 'own-page':
      return <OwnPage view={view} {...shared} />
    case 'own-times':
      return <OwnTimesPage view={view} {...shared} />
    case 'answer-interview':
      return <AnswerInterviewPage view={view} {...shared} />
    case 'own-export':
      return <OwnExportPage view={view} {...shared} />
    case 'confirm-address':
      return <ConfirmAddressPage {...shared} />
    case 'unsubscribe':
      return <UnsubscribePage view={view} {...shared} />
    case 'home':
      return <HomePage view={view satisfies HomeView} {...shared} />
    case 'role':
      return <RolePage view={view} {...shared} />
    case 'apply':
      return <ApplyPage view={view} {...shared} />
    case 'resume':
      return <ResumePage view={view} {...shared} />
    case 'still-you':
      return <StillYouPage view={view} {...shared} />
    case 'received':
      return <ReceivedPage view={view} {...shared} />
    case 'correct-email':
      return <CorrectEmailPage view={view} {...shared} />
    case 'closed-role':
      return <ClosedRolePage view={view} {...shared} />
    case 'how-we-hire':
      return <HowWeHirePage view={view} {...shared} />
    case 'role-not-found':
      return <RoleNotFoundPage {...shared} />
    case 'protected-pdf':
      return <ProtectedPdfPage view={view} {...shared} />
    case 'failed':
      return <FailedPage view={view} {...shared} />
  }
}
