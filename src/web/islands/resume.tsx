import { hydrateRoot } from 'react-dom/client'
import { ResumeStep, type ResumeStepProps } from '../applications/resume/resume-step.tsx'

const props = JSON.parse(document.getElementById('resume-props')!.textContent) as ResumeStepProps
hydrateRoot(document.getElementById('resume-step')!, <ResumeStep {...props} />)
