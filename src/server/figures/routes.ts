import { exportFigures, figuresFileName, readFigures as readFiguresCall } from '#contract/figures/figures.ts'
import { recordRead } from '#server/audit/record-audit.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { readFigures, writeFigures } from './read-figures.ts'

export function figuresRoutes(context: AppContext): void {
  const { db, limits } = context.services

  answer(context, readFiguresCall, ({ input, caller }) => readFigures(db, { ...input, scope: caller.scope }))

  answer(context, exportFigures, async ({ input, caller, reply }) => {
    const { roleId, days } = input
    const text = await writeFigures(db, { roleId, days, scope: caller.scope })
    await limits.take('export', String(caller.staff_account_id))
    await recordRead(db, caller, { action: 'figures.exported', subject_kind: 'figures', facts: { ref_function_role_id: roleId, days } })
    reply.header('content-disposition', `attachment; filename="${figuresFileName(new Date())}"`)
    return reply.type('text/csv; charset=utf-8').send(text)
  })
}
