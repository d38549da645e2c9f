import { expect, test } from 'vitest'
import { interviewEmails, makeInvited, openScheduling, planFor } from '#test/scheduling.ts'
import { eventIn } from '#test/calendar-event.ts'
import { startApp } from '#test/setup/app.ts'
import { stopClocks } from '#test/setup/moved-clock.ts'

const NIGHT = [{ weekday: 7, from: '01:00', to: '04:00' }]

/** The Thursday before each change, the times offered that Sunday as they're shown, and the time that's booked. */
const CHANGES: [string, string, string[], { at: string; shown: string }][] = [
  ['an hour is skipped', '2028-03-09', ['1:00 AM EST', '1:30 AM EST', '3:00 AM EDT'], { at: '2028-03-12T07:00:00.000Z', shown: '3:00 AM EDT' }],
  [
    'an hour is repeated',
    '2028-11-02',
    ['1:00 AM EDT', '1:30 AM EDT', '1:00 AM EST', '1:30 AM EST', '2:00 AM EST', '2:30 AM EST', '3:00 AM EST'],
    { at: '2028-11-05T06:00:00.000Z', shown: '1:00 AM EST' },
  ],
]

test.each(CHANGES)(
  'on the night when %s, each offered time is within hours, looks different from the others, and is booked as shown',
  async (_, day, offered, booked) => {
    const app = await startApp({ TIME_ZONE: 'America/New_York' })
    const clocks = await stopClocks(app.services.database, new Date(`${day}T15:00:00Z`))
    try {
      const candidate = await makeInvited(app)
      const { interviewer, hold, confirm } = openScheduling(app)
      await planFor(app, candidate.id, [await interviewer({ weekly_hours: NIGHT })])
      const path = `/application/${candidate.id}/times?zone=America/New_York`
      const page = String((await app.send('GET', path, undefined, candidate.as)).body)
      expect([...page.matchAll(/<input type="radio"[^>]*>(?:\s|<!-- -->)*([^<]+)</g)].map(([, label]) => label!.trim())).toEqual(offered)

      expect([(await hold(candidate, booked.at)).status, (await confirm(candidate)).status]).toEqual([200, 200])
      const email = (await interviewEmails(app, candidate.email)).at(-1)!
      expect(email.text).toContain(` at ${booked.shown}`)
      expect(eventIn(email.calendar!)).toMatchObject({ start: booked.at })

      await clocks.setTo(new Date(Date.parse(booked.at) + 3_600_000))
      const later = String((await app.send('GET', path, undefined, candidate.as)).body)
      expect(later).toMatch(new RegExp(`${booked.shown}(?:<[^>]*>)*[.]`))
      for (const untrue of ['booked for ', 'The link follows', 'less than 24 hours']) expect(later).not.toContain(untrue)
    } finally {
      clocks.go()
      await app.close()
    }
  },
)
