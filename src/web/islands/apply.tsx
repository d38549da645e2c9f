import { hydrateRoot } from 'react-dom/client'
import { editedEarly } from '../applications/answers.ts'
import { ApplyForm, type ApplyFormProps } from '../applications/apply-form.tsx'
import { forgetPreviousPerson } from '../applications/draft/start-over.ts'

const props = JSON.parse(document.getElementById('apply-props')!.textContent) as ApplyFormProps
const place = document.getElementById('apply-form')!
const form = place.querySelector('form')
// Runs before anything else changes the fields: what the person has already entered is newer than any draft.
const early = form ? editedEarly(form) : []
// From here on, drafts restore answers. The browser's own form restoration would overwrite them with text from an older tab.
form?.setAttribute('autocomplete', 'off')
forgetPreviousPerson()
hydrateRoot(place, <ApplyForm {...props} early={early} />)
