import { ask, isBlockedByBrowser, rememberedChoice } from '../measure/consent.ts'
import { countVisit, reportVitals } from '../measure/count-visit.ts'

const measurementId = document.querySelector<HTMLMetaElement>('meta[name="measurement-id"]')?.content

if (measurementId && !isBlockedByBrowser()) {
  const begin = (choice: 'yes' | 'no') => {
    if (choice === 'no') return
    countVisit(measurementId)
    void reportVitals()
  }
  const settings = document.getElementById('cookie-settings')
  settings?.removeAttribute('hidden')
  settings?.addEventListener('click', () => ask((choice) => (choice === 'yes' ? begin(choice) : location.reload())))
  const choice = rememberedChoice()
  if (choice) begin(choice)
  else ask(begin)
}
