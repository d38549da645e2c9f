import { z } from 'zod'
import { endpoint, boundedText } from './endpoint.ts'

export const readProtectedPdf = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/pdfs/protected-pdf',
  summary: 'Get the protected PDF with its password; 403 if the password is wrong, 404 if no PDF is published',
  produces: 'application/pdf',
  body: z.object({ password: boundedText(1000) }),
  output: z.any(),
})
