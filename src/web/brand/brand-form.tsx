import type { ReactNode } from 'react'
import type { Brand } from '#contract/brand/brand.ts'
import { Editor } from '#web/ui/editor/editor.tsx'
import { EditorForm } from '#web/ui/editor/editor-form.tsx'
import { SaveBar } from '#web/ui/editor/save-bar.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { BenefitFields } from './benefit-fields.tsx'
import { BrandPreview, type ShowHero } from './brand-preview.tsx'
import { LABELS, readable } from './brand-words.ts'
import { LookFields } from './look-fields.tsx'
import { StatementFields, TextFields } from './text-fields.tsx'
import { useBrandEditing } from './use-brand-editing.ts'

/** The form and, beside it, a preview of the top of the careers site. */
export function BrandForm({ brand, Hero }: { brand: Brand; Hero: ShowHero }): ReactNode {
  const editing = useBrandEditing(brand)
  return (
    <Editor
      editing={editing}
      labels={LABELS}
      reads={readable}
      previewLabel="Preview of the careers site"
      preview={<BrandPreview words={editing.text} Hero={Hero} />}
    >
      {() => (
        <EditorForm editing={editing} labels={LABELS} aria-label="Brand">
          <LookFields {...editing} />
          <TextFields {...editing} />
          <BenefitFields {...editing} />
          <StatementFields {...editing} />
          <Outcome saved={editing.isSaved && 'Brand updated successfully.'} failed={editing.failure && `Failed to update the brand. ${editing.failure}`} />
          <SaveBar label="Save Changes" isSaving={editing.isSaving} isChanged={editing.isChanged} onDiscard={editing.discard} />
        </EditorForm>
      )}
    </Editor>
  )
}
