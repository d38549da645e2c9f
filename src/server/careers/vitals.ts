import { Histogram } from 'prom-client'
import { reportVitals } from '#contract/careers.ts'
import { answer, type AppContext } from '#server/http/answer.ts'

const NAME = 'rounds_web_vitals'

/** Counts the web vitals browsers report for public pages; /metrics lists them by page and vital, with nothing about the visitor. */
export function vitalsRoutes(context: AppContext): void {
  const seen = new Histogram({
    name: NAME,
    help: 'Web vitals by page: LCP and INP in milliseconds, CLS times 1000',
    labelNames: ['name', 'page'] as const,
    buckets: [10, 50, 100, 200, 500, 1000, 1500, 2500, 4000, 8000],
    registers: [context.metrics],
  })
  answer(context, reportVitals, async ({ input, caller }) => {
    await context.services.limits.take('vitals', caller.ip)
    for (const { name, value } of input.vitals) seen.observe({ name, page: input.page }, name === 'CLS' ? value * 1000 : value)
    return undefined
  })
}
