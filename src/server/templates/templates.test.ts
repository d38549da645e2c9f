import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as preview from '#contract/templates/preview.ts'
import { createSnippet, deleteSnippet, listSnippets, MAX_SNIPPETS, updateSnippet } from '#contract/templates/snippets.ts'
import { PURPOSES } from '#contract/templates/purposes.ts'
import * as calls from '#contract/templates/templates.ts'
import { audit_trail, email_outbox } from '#server/db/tables.ts'
import { startApp } from '#test/setup/app.ts'

const NEW = { email_name: 'Reference check', email_base_html: '<p>Hello {first_name}</p>' }

test('an admin creates a template, sees it in the list without its HTML, and reads it in full', async () => {
  await using app = await startApp()
  const admin = await app.admin()
  const made = await app.call(calls.createTemplate, { ...NEW, email_subject: 'About {function_role_name}', email_desc: 'Asks for references' }, admin)
  expect(made).toMatchObject({
    status: 201,
    body: { ...NEW, email_subject: 'About {function_role_name}', disabled_flag: false, version: 1, used: 0, modified_by_email: app.env.ADMIN_EMAILS[0] },
  })

  const list = await app.call(calls.listTemplates, {}, admin)
  expect(list.body.map(({ email_name }) => email_name)).toEqual([
    ...Object.values(PURPOSES).flatMap(({ template_name }) => template_name ?? []),
    'Reference check',
  ])
  expect(JSON.stringify(list.body)).not.toContain('email_base_html')
  const read = await app.call(calls.readTemplate, { id: made.body.ref_email_base_id }, admin)
  expect(read.body).toEqual(made.body)
  expect(await app.db.select().from(audit_trail).where(eq(audit_trail.action, 'template.created'))).toHaveLength(1)
})

test('name and HTML are required, and placeholders must be known', async () => {
  await using app = await startApp()
  const admin = await app.admin()
  const create = (body: object) => app.send('POST', '/api/email-templates', body, admin)
  const errorsOf = async (body: object) => (await create(body)).body.errors
  expect(await errorsOf({})).toEqual([
    { path: 'email_name', message: 'Template Name is required' },
    { path: 'email_base_html', message: 'Email HTML Content is required' },
  ])
  expect(await errorsOf({ email_name: '  ', email_base_html: ' ' })).toEqual([
    { path: 'email_name', message: 'Template Name is required' },
    { path: 'email_base_html', message: 'Email HTML Content is required' },
  ])
  expect(await errorsOf({ ...NEW, email_base_html: '<p>{first_nam}</p>' })).toEqual([
    { path: 'email_base_html', message: "{first_nam} isn't a placeholder. Did you mean {first_name}?" },
  ])
  expect(await errorsOf({ ...NEW, email_subject: '{compny_name}' })).toEqual([
    { path: 'email_subject', message: "{compny_name} isn't a placeholder. Did you mean {company_name}?" },
  ])
  expect(await errorsOf({ ...NEW, email_base_html: '<script>alert(1)</script>' })).toEqual([
    { path: 'email_base_html', message: 'Email HTML Content is required' },
  ])
  expect(await errorsOf({ ...NEW, email_base_html: '<div>'.repeat(4_000) })).toEqual([
    { path: 'email_base_html', message: "This email's HTML is nested too deep. Simplify it." },
  ])
  expect((await create({ ...NEW, email_name: 'First Day Prep' })).status).toBe(409)
})

test('HTML is sanitized on save', async () => {
  await using app = await startApp()
  const admin = await app.admin()
  const { body } = await app.call(
    calls.createTemplate,
    { ...NEW, email_base_html: '<p onclick="x()">Hi</p><script>alert(1)</script><style>p { color: red }</style>' },
    admin,
  )
  expect(body.email_base_html).toBe('<style>p { color: red }</style>\n<p>Hi</p>')
})

test('an update changes only the fields it includes; one based on an outdated version is rejected and says who saved first', async () => {
  await using app = await startApp()
  const [first, second] = [await app.admin(), await app.admin(app.env.ADMIN_EMAILS[1]!)]
  const changed = await app.call(calls.updateTemplate, { id: 1, version: 1, email_subject: 'Come and meet us' }, first)
  expect(changed).toMatchObject({ status: 200, body: { version: 2, email_subject: 'Come and meet us', email_name: 'Schedule Panel Interview' } })
  const late = await app.call(calls.updateTemplate, { id: 1, version: 1, email_subject: 'Mine' }, second)
  expect(late.status).toBe(409)
  expect(late.body.detail).toContain(app.env.ADMIN_EMAILS[0])
  expect((await app.call(calls.updateTemplate, { id: 1, email_subject: 'Mine' }, second)).body.version).toBe(3)
  const [row] = await app.db.select().from(audit_trail).where(eq(audit_trail.action, 'template.changed')).orderBy(audit_trail.audit_id)
  expect(row!.facts).toEqual({ changed: ['email_subject'], from_version: 1 })
})

test('templates for emails the product sends can be renamed, and deleting one just disables it', async () => {
  await using app = await startApp()
  const admin = await app.admin()
  expect((await app.call(calls.updateTemplate, { id: 2, email_name: 'No' }, admin)).body.email_name).toBe('No')
  expect((await app.call(calls.updateTemplate, { id: 2, email_name: 'First Day Prep' }, admin)).status).toBe(409)
  expect((await app.call(calls.deleteTemplate, { id: 2 }, admin)).status).toBe(204)
  expect((await app.call(calls.readTemplate, { id: 2 }, admin)).body).toMatchObject({ disabled_flag: true, used: 0 })
})

test('a template that has been used is disabled instead of deleted', async () => {
  await using app = await startApp()
  const admin = await app.admin()
  const unused = (await app.call(calls.createTemplate, NEW, admin)).body.ref_email_base_id
  const used = (await app.call(calls.createTemplate, { ...NEW, email_name: 'Used' }, admin)).body.ref_email_base_id
  await app.db
    .insert(email_outbox)
    .values({ purpose: 'candidate', ref_email_base_id: used, message_id: 'x', to_address: 'a@example.org', subject: '', html: '', text: '' })

  expect((await app.call(calls.deleteTemplate, { id: unused }, admin)).status).toBe(204)
  expect((await app.call(calls.readTemplate, { id: unused }, admin)).status).toBe(404)
  expect((await app.call(calls.deleteTemplate, { id: used }, admin)).status).toBe(204)
  expect((await app.call(calls.readTemplate, { id: used }, admin)).body).toMatchObject({ disabled_flag: true, used: 1 })

  await app.db.update(email_outbox).set({ ref_email_base_id: 2 })
  expect((await app.call(calls.deleteTemplate, { id: 2 }, admin)).status).toBe(204)
  expect((await app.call(calls.readTemplate, { id: 2 }, admin)).body).toMatchObject({ disabled_flag: true, used: 1 })
})

test('the last ten versions are kept and can be restored', async () => {
  await using app = await startApp()
  const admin = await app.admin()
  for (let n = 1; n <= 12; n++) await app.call(calls.updateTemplate, { id: 1, email_subject: `Subject ${n}` }, admin)
  const { body: versions } = await app.call(calls.listTemplateVersions, { id: 1 }, admin)
  expect(versions.map(({ version }) => version)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  const restored = await app.call(calls.restoreTemplateVersion, { id: 1, restored_version: 5 }, admin)
  expect(restored.body).toMatchObject({ version: 14, email_subject: 'Subject 4' })
  expect((await app.call(calls.restoreTemplateVersion, { id: 1, restored_version: 999 }, admin)).status).toBe(404)
})

test('a preview fills in the given values, with unsaved text in place of the stored text', async () => {
  await using app = await startApp()
  const admin = await app.admin()
  const candidate_info = {
    user_session_id: 1,
    first_name: '<b>Ada</b>',
    last_name: 'Byron',
    email: 'ada@example.org',
    function_role_name: 'Nurse',
    ref_function_role_id: 1,
    hiring_lead_email: 'g@example.org',
    hiring_lead_name: 'Grace',
  }
  const { body } = await app.call(preview.previewTemplate, { id: 1, candidate_info }, admin)
  expect(body.subject).toBe(`We'd like to meet you: Nurse at ${app.env.COMPANY_NAME}`)
  expect(body.html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;,')
  expect(body.html + body.subject + body.text).not.toMatch(/\{\w+\}/)
  expect(body.gaps).toEqual([])
  const draft = await app.call(
    preview.previewTemplate,
    { id: 1, candidate_info: { first_name: 'Ada' }, email_base_html: '<p>{first_name} {last_name}</p>', email_subject: '' },
    admin,
  )
  expect(draft.body).toMatchObject({ gaps: ['last_name'], text: 'Ada [last name is missing]' })
  const unsaved = await app.call(preview.previewDraft, { email_base_html: '<p>{company_name}</p><script>x</script>' }, admin)
  expect(unsaved.body).toMatchObject({ text: app.env.COMPANY_NAME, gaps: [] })
})

test('a test email goes to the admin who requests it and is marked as a test', async () => {
  await using app = await startApp()
  const admin = await app.admin()
  const sent = await app.call(preview.sendTestEmail, { id: 1 }, admin)
  expect(sent.status).toBe(202)
  const [row] = await app.db.select().from(email_outbox)
  expect(row).toMatchObject({ email_id: sent.body.email_id, purpose: 'test', to_address: app.env.ADMIN_EMAILS[0], template_name: 'Schedule Panel Interview' })
  expect(row!.subject).toMatch(/^\[Test\] We'd like to meet you: Clinical Nurse Educator at /)
  expect((await app.call(preview.sendTestEmail, { id: 1, email_base_html: '<p>{first_nam}</p>' }, admin)).status).toBe(409)
  expect((await app.call(preview.sendTestEmail, { id: 99 }, admin)).status).toBe(404)
  expect((await app.send('POST', '/api/email-templates/1/test', undefined, admin)).status).toBe(202)
})

test('the development mailbox lists what was sent and shows it without running it', async () => {
  await using app = await startApp()
  const admin = await app.admin()
  await app.call(preview.sendTestEmail, { id: 1, email_base_html: '<p title="&quot;><script>alert(1)</script>">Hi</p>', email_subject: '<b>Hi</b>' }, admin)
  await app.outbox.sendDue()
  const list = await app.fastify.inject('/dev/mail')
  expect(list.body).toContain('[Test] &lt;b&gt;Hi&lt;/b&gt;')
  const link = /href="(\/dev\/mail\/[^"]+\.eml)"/.exec(list.body)![1]!
  const shown = await app.fastify.inject(link)
  expect(shown.body).toContain('sandbox=""')
  expect(shown.body).not.toContain('<script')
  for (const path of ['/dev/mail/..%2Fx.eml', '/dev/mail/%2e%2e%2f%2e%2e%2fpackage.json', '/dev/mail/nothing.eml'])
    expect((await app.fastify.inject(path)).statusCode, path).toBe(404)
})

test('with a mail server, there is no development mailbox', async () => {
  await using app = await startApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@rounds.example' })
  expect((await app.fastify.inject('/dev/mail')).statusCode).not.toBe(200)
})

test('only admins can use templates', async () => {
  await using app = await startApp()
  const interviewer = await app.interviewer()
  expect((await app.call(calls.listTemplates, {})).status).toBe(401)
  for (const [endpoint, ask] of [
    [calls.listTemplates, {}],
    [calls.readTemplate, { id: 1 }],
    [calls.deleteTemplate, { id: 1 }],
    [preview.sendTestEmail, { id: 1 }],
  ] as const) {
    expect((await app.call(endpoint as typeof calls.readTemplate, ask as { id: number }, interviewer)).status).toBe(403)
  }
  expect((await app.db.execute(sql`select count(*)::int as n from email_outbox`)).rows).toEqual([{ n: 0 }])
})

test('everyone has their own snippets, with names that can be typed and only known placeholders', async () => {
  await using app = await startApp()
  const [admin, other] = [await app.admin(), await app.admin(app.env.ADMIN_EMAILS[1])]
  const written = { snippet_name: 'warm', snippet_text: 'Thank you again, {first_name}.' }
  const made = await app.call(createSnippet, { ...written, snippet_name: ' Warm ' }, admin)
  expect([made.status, made.body]).toEqual([201, { snippet_id: made.body.snippet_id, ...written }])
  const id = made.body.snippet_id
  expect((await app.call(listSnippets, {}, other)).body).toEqual([])
  expect((await app.call(updateSnippet, { id, ...written }, other)).status).toBe(404)
  expect((await app.call(deleteSnippet, { id }, other)).status).toBe(404)
  const errorOf = async (but: object) => {
    const { status, body } = await app.send('POST', createSnippet.path, { ...written, ...but }, admin)
    return [status, body.errors?.[0]?.message ?? body.detail]
  }
  expect(await errorOf({})).toEqual([409, "You already have a snippet named 'warm'."])
  expect(await errorOf({ snippet_name: 'two words' })).toEqual([422, 'Use letters, digits and hyphens'])
  expect(await errorOf({ snippet_text: ' ' })).toEqual([422, 'This field is required'])
  expect(await errorOf({ snippet_text: 'Bye {first_nam}' })).toEqual([422, "{first_nam} isn't a placeholder. Did you mean {first_name}?"])

  const others = await Promise.all(Array.from({ length: MAX_SNIPPETS + 3 }, (_, n) => app.call(createSnippet, { ...written, snippet_name: `s${n}` }, admin)))
  expect(others.filter(({ status }) => status === 201)).toHaveLength(MAX_SNIPPETS - 1)
  expect((await app.call(updateSnippet, { id, snippet_name: 's1', snippet_text: 'Bye' }, admin)).status).toBe(409)
  expect((await app.call(updateSnippet, { id, snippet_name: 'cold', snippet_text: 'Bye' }, admin)).body).toMatchObject({
    snippet_name: 'cold',
    snippet_text: 'Bye',
  })
  expect((await app.call(deleteSnippet, { id }, admin)).status).toBe(204)
  expect((await app.call(deleteSnippet, { id }, admin)).status).toBe(404)
})
