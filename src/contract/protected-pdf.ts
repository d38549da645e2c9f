import { z } from 'zod'
import { endpoint, words } from './endpoint.ts'

export const readProtectedPdf = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/pdfs/protected-pdf',
  summary: 'The protected PDF, for its password; 403 for a wrong one, 404 when none is published',
  produces: 'application/pdf',
  body: z.object({ password: words(1000) }),
  output: z.any(),
})
