import * as preview from '#contract/templates/preview.ts'
import * as snippets from '#contract/templates/snippets.ts'
import * as calls from '#contract/templates/templates.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { createTemplate, deleteTemplate, restoreTemplate, unknownTemplate, updateTemplate } from './change-template.ts'
import { previewEmail } from './compose-email.ts'
import { changeSnippet, keepSnippet, removeSnippet } from './keep-snippet.ts'
import { draftOf, sendTestEmail, valuesOf } from './send-test.ts'
import { listSnippets } from './snippet-store.ts'
import { findTemplate, listTemplates, listVersions } from './store.ts'

export function templatesRoutes(context: AppContext): void {
  const { services } = context
  const { db, env } = services

  answer(context, calls.listTemplates, () => listTemplates(db))
  answer(context, calls.readTemplate, async ({ input, caller }) => {
    const template = await findTemplate(db, input.id, caller.scope)
    if (!template) throw unknownTemplate()
    return template
  })
  answer(context, calls.createTemplate, ({ input, caller }) => createTemplate(db, caller, input))
  answer(context, calls.updateTemplate, ({ input: { id, version, ...change }, caller }) => updateTemplate(db, caller, { id, version, change }))
  answer(context, calls.deleteTemplate, async ({ input, caller }) => deleteTemplate(db, caller, input.id).then(() => null))
  answer(context, preview.previewDraft, async ({ input }) => previewEmail(await letterheadOf(env, db), input, valuesOf(input.candidate_info)))
  answer(context, preview.previewTemplate, async ({ input }) =>
    previewEmail(await letterheadOf(env, db), await draftOf(services, input), valuesOf(input.candidate_info)),
  )
  answer(context, preview.sendTestEmail, ({ input, caller }) => sendTestEmail(services, caller, input))
  answer(context, snippets.listSnippets, ({ caller }) => listSnippets(db, caller))
  answer(context, snippets.createSnippet, ({ input, caller }) => keepSnippet(db, caller, input))
  answer(context, snippets.updateSnippet, ({ input: { id, ...written }, caller }) => changeSnippet(db, { ...caller, snippet_id: id }, written))
  answer(context, snippets.deleteSnippet, ({ input, caller }) => removeSnippet(db, { ...caller, snippet_id: input.id }))
  answer(context, calls.listTemplateVersions, ({ input }) => listVersions(db, input.id))
  answer(context, calls.restoreTemplateVersion, ({ input, caller }) => restoreTemplate(db, caller, input))
}
