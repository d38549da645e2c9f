import { expect, test } from 'vitest'
import { ALL } from '#contract/all.ts'
import { startApp } from '#test/setup/app.ts'

test('an OpenAPI 3.1 document describes every call in the contract, and a web page displays it', async () => {
  await using app = await startApp()
  const { body } = await app.send('GET', '/api/openapi.json')
  const described = body as unknown as { openapi: string; paths: Record<string, Record<string, unknown>> }

  expect(described.openapi).toBe('3.1.0')
  expect(ALL.filter(({ method, path }) => !described.paths[path]?.[method.toLowerCase()])).toEqual([])

  const page = await app.send('GET', '/api/docs')
  expect(page.status).toBe(200)
  expect(ALL.filter(({ method, path }) => !String(page.body).includes(`${method} ${path}`))).toEqual([])
})

test('each call has a unique name and describes its success response, form or file', async () => {
  await using app = await startApp()
  const { body } = await app.send('GET', '/api/openapi.json')
  const { paths } = body as unknown as { paths: Record<string, Record<string, Operation>> }
  const operations = Object.values(paths).flatMap((path) => Object.values(path))

  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(ALL.length)
  expect(operations.filter(({ responses }) => !Object.keys(responses).some((code) => code.startsWith('2')))).toEqual([])
  expect(Object.keys(paths['/api/applicants/export.csv']!['get']!.responses['200']!.content!)).toEqual(['text/csv'])
  expect(Object.keys(paths['/api/applicants/export.csv']!['get']!.responses['4XX']!.content!)).toEqual(['application/json'])
  expect(Object.keys(paths['/api/pdfs/protected-pdf']!['post']!.responses['200']!.content!)).toEqual(['application/pdf'])
  const upload = paths['/api/user-session/resume']!['post']!.requestBody!.content['multipart/form-data']!.schema
  expect(Object.keys(upload.properties!)).toEqual(['user_session_id', 'resume'])
  const apply = paths['/roles/{id}/apply']!['post']!
  expect(Object.keys(apply.requestBody!.content)).toEqual(['application/json', 'application/x-www-form-urlencoded'])
  expect(Object.keys(apply.responses)).toContain('303')
})

type Operation = {
  operationId: string
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
  responses: Record<string, { content?: object }>
}
