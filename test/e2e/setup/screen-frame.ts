import { expect, type ConsoleMessage, type Page } from '@playwright/test'
import type { Screen } from './every-screen.ts'

const TITLES = [
  ['/admin', 'Careers-Admin'],
  ['/interviewer', 'Careers-Interviewers'],
  ['/', /Meridian Health/],
] as const

/** Checks the path, that there's one heading and one main landmark, the skip link, the area's title, and the footer where there should be one. */
export async function expectFrame(page: Page, screen: Screen): Promise<void> {
  const { pathname } = new URL(page.url())
  expect(pathname).toBe(screen.lands ?? screen.path.split('?')[0])
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(page.getByRole('link', { name: /^Skip to / })).toHaveCount(1)
  await expect(page).toHaveTitle(TITLES.find(([area]) => pathname.startsWith(area))![1])
  await expect(page.getByRole('contentinfo')).toHaveCount(pathname.startsWith('/admin') || pathname.endsWith('/login') ? 0 : 1)
}

/** Records console errors, script errors, policy violations, and requests to other hosts. */
export function watchForProblems(page: Page, url: string, { missing }: Screen): string[] {
  const problems: string[] = []
  const isOwn = (asked: string) => asked.startsWith(url) || /^(data|blob|about):/.test(asked)
  // The browser logs each 404, and that it blocked the test's own scripts in an email preview.
  const isExpected = (message: ConsoleMessage) => (missing && message.location().url.startsWith(url + missing)) || /srcdoc.*sandboxed/.test(message.text())
  page.on('console', (message) => message.type() === 'error' && !isExpected(message) && problems.push(`${message.text()} ${message.location().url}`))
  page.on('pageerror', (problem) => problems.push(problem.message))
  page.on('request', (request) => isOwn(request.url()) || problems.push(`asks ${request.url()}`))
  return problems
}
