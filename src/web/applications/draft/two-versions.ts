import { fill, valuesOf } from '../answers.ts'
import { dropOther, readOther, setAside } from './drafts.ts'
import type { FormToKeep, KeptDraft } from './use-kept-draft.ts'

type Versions = { showOther: () => void; keepThis: () => void }

/** A person's options when another device's answers conflict with those in this browser; `onEnd` is called when only one version is left. */
export function versionsOf({ form, role_id, questions }: FormToKeep, kept: KeptDraft, onEnd: () => void): Versions {
  return {
    /** Swaps the version that was set aside with the current one. */
    showOther: () => {
      const other = readOther(role_id)
      if (!form.current || !other) return onEnd()
      const names = questions.map((one) => one.question_name)
      setAside(role_id, { values: valuesOf(form.current, questions), edits: kept.edits.current })
      fill(form.current, { ...Object.fromEntries(names.map((name) => [name, ''])), ...other.values })
      kept.edited(names)
      kept.save()
    },
    keepThis: () => {
      dropOther(role_id)
      onEnd()
    },
  }
}
