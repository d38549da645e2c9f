import { z } from 'zod'
import { Empty, endpoint, boundedText } from './endpoint.ts'

/** Pages that may be measured, as path templates, so no ID is ever sent in a URL. */
export const MEASURED_PAGES = ['/', '/roles/:id', '/how-we-hire'] as const
export const VITALS = ['LCP', 'INP', 'CLS'] as const

/** What the browser measured on a page, in milliseconds; CLS has no unit. */
export const reportVitals = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/vitals',
  summary: "Report one visit's web vitals on a public page; sent only by visitors who accepted being measured",
  status: 204,
  body: z.object({
    page: z.enum(MEASURED_PAGES),
    vitals: z.array(z.object({ name: z.enum(VITALS), value: z.number().min(0).max(600_000), metric_id: boundedText(64) })).max(10),
  }),
  output: Empty,
})

/**
 * A violation that a browser's content security policy blocked, in `report-uri` format (CSP Level 3, section 5.3). Only the directive and the origin
 * are used.
 */
export const reportCspViolation = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/csp-reports',
  summary: 'Report something the Content-Security-Policy blocked on a page; sent by browsers',
  status: 204,
  accepts: ['application/csp-report'],
  body: z.object({
    'csp-report': z.object({
      'effective-directive': boundedText(100).optional(),
      'violated-directive': boundedText(2_000).optional(),
      'blocked-uri': boundedText(8_000).optional(),
    }),
  }),
  output: Empty,
})
