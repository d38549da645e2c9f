import { hydrateRoot } from 'react-dom/client'
import { ApplyForm, type ApplyFormProps } from '../applications/apply-form.tsx'

const props = JSON.parse(document.getElementById('apply-props')!.textContent) as ApplyFormProps
hydrateRoot(document.getElementById('apply-form')!, <ApplyForm {...props} />)
