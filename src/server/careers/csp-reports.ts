import { Counter } from 'prom-client'
import { reportCspViolation } from '#contract/careers.ts'
import { answer, type AppContext } from '#server/http/answer.ts'

const DIRECTIVES = new Set([
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
])

/**
 * Counts violations of the content security policy in browsers, and logs the directive and the origin, but never a page's URL, which could identify
 * an applicant.
 */
export function cspReportRoutes(context: AppContext): void {
  const violations = new Counter({
    name: 'rounds_csp_reports_total',
    help: 'Content security policy violations reported by browsers',
    labelNames: ['directive'],
    registers: [context.metrics],
  })
  answer(context, reportCspViolation, async ({ input, caller, request }) => {
    await context.services.limits.take('csp-report', caller.ip)
    const { 'effective-directive': effective, 'violated-directive': violated, 'blocked-uri': blocked = '' } = input['csp-report']
    const [name = ''] = (effective ?? violated ?? '').split(' ')
    const directive = DIRECTIVES.has(name) ? name : 'other'
    violations.inc({ directive })
    request.log.warn({ directive, origin: originOf(blocked) }, 'the content security policy stopped something')
    return undefined
  })
}

/** `inline` and `eval` are keywords, not URLs. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,20}$/.test(blocked)) return blocked
  return URL.canParse(blocked) ? new URL(blocked).origin : 'unknown'
}
