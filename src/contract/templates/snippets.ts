import { z } from 'zod'
import { Empty, endpoint, Id, IdText, boundedText } from '../endpoint.ts'
import { unknownPlaceholderError } from './placeholders.ts'

export const MAX_SNIPPETS = 50

const SnippetName = boundedText(30)
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'Use letters, digits and hyphens')
const SnippetText = boundedText(2000)
  .trim()
  .min(1, 'This field is required')
  .superRefine((text, { addIssue }) => {
    const message = unknownPlaceholderError(text)
    if (message) addIssue({ code: 'custom', message })
  })

/** Text that someone often ends emails with, as plain lines; typing `;` and the name inserts it. Snippets are personal. */
export const Snippet = z.object({ snippet_id: Id, snippet_name: z.string(), snippet_text: z.string() })
export type Snippet = z.infer<typeof Snippet>

const byId = z.object({ id: IdText })
const Written = z.object({ snippet_name: SnippetName, snippet_text: SnippetText })

export const listSnippets = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'GET',
  path: '/api/snippets',
  summary: "List the caller's snippets by name",
  output: z.array(Snippet),
})

export const createSnippet = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/snippets',
  summary: `Save a snippet; 409 if the name is taken or the caller already has ${MAX_SNIPPETS}`,
  status: 201,
  body: Written,
  output: Snippet,
  example: { snippet_name: 'warm', snippet_text: 'Thank you again for the time you put into this, {first_name}.' },
})

export const updateSnippet = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'PUT',
  path: '/api/snippets/{id}',
  summary: "Update one of the caller's snippets; 409 if the name is taken",
  params: byId,
  body: Written,
  output: Snippet,
  example: { snippet_name: 'warm', snippet_text: 'Thank you again for your time.' },
})

export const deleteSnippet = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'DELETE',
  path: '/api/snippets/{id}',
  summary: "Delete one of the caller's snippets",
  status: 204,
  params: byId,
  output: Empty,
})
