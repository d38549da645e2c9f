import { makeShareMenu } from '../careers/role/share.ts'
import { initOpenings } from '../careers/init-openings.ts'
import { makeSearch, markApplied } from '../careers/openings/search.ts'
import { forgetOwnPages } from '../candidate/forget-own-pages.ts'
import { nameHeldTime, followZone } from './own-times.ts'
import { checkNpi } from './npi.ts'
import { makeTabs } from '../careers/role/tabs.ts'

for (const share of document.querySelectorAll<HTMLDetailsElement>('details.share')) makeShareMenu(share)
for (const tabs of document.querySelectorAll<HTMLElement>('.tabs')) makeTabs(tabs)
initOpenings()
forgetOwnPages()
checkNpi()
followZone()
nameHeldTime()
makeSearch()
markApplied()
