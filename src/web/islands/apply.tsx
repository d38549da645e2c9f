import { hydrateRoot } from 'react-dom/client'
import { editedEarly } from '../applications/answers.ts'
import { ApplyForm, type ApplyFormProps } from '../applications/apply-form.tsx'
import { forgetBefore } from '../applications/draft/start-over.ts'

const props = JSON.parse(document.getElementById('apply-props')!.textContent) as ApplyFormProps
const place = document.getElementById('apply-form')!
const form = place.querySelector('form')
// Read before anything else touches the fields: what the person did so far is newer than any draft.
const early = form ? editedEarly(form) : []
// From here on drafts bring answers back. The browser's own memory would put an older tab's text over them.
form?.setAttribute('autocomplete', 'off')
forgetBefore()
hydrateRoot(place, <ApplyForm {...props} early={early} />)
