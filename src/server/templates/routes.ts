import * as calls from '#contract/templates.ts'
import { answer, type House } from '#server/http/answer.ts'
import { createTemplate, deleteTemplate, restoreTemplate, unknownTemplate, updateTemplate } from './change-template.ts'
import { previewEmail } from './compose-email.ts'
import { draftOf, sendTestLetter, valuesOf } from './send-test.ts'
import { findTemplate, listTemplates, listVersions } from './store.ts'

export function templatesRoutes(house: House): void {
  const { services } = house
  const { db, env } = services

  answer(house, calls.listTemplates, () => listTemplates(db))
  answer(house, calls.readTemplate, async ({ input }) => {
    const template = await findTemplate(db, input.id)
    if (!template) throw unknownTemplate()
    return template
  })
  answer(house, calls.createTemplate, ({ input, caller }) => createTemplate(db, caller, input))
  answer(house, calls.updateTemplate, ({ input: { id, version, ...change }, caller }) => updateTemplate(db, caller, { id, version, change }))
  answer(house, calls.deleteTemplate, async ({ input, caller }) => deleteTemplate(db, caller, input.id).then(() => null))
  answer(house, calls.previewDraft, async ({ input }) => previewEmail(env, input, valuesOf(input.candidate_info)))
  answer(house, calls.previewTemplate, async ({ input }) => previewEmail(env, await draftOf(services, input), valuesOf(input.candidate_info)))
  answer(house, calls.sendTestLetter, ({ input, caller }) => sendTestLetter(services, caller, input))
  answer(house, calls.listTemplateVersions, ({ input }) => listVersions(db, input.id))
  answer(house, calls.restoreTemplateVersion, ({ input, caller }) => restoreTemplate(db, caller, input))
}
