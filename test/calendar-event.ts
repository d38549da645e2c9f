import ICAL from 'ical.js'

/** Parses an event as a mail program would, using a different library from the one that wrote it. */
export function eventIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
  const value = (name: string) => event.component.getFirstPropertyValue(name)
  const attendee = (event.attendees[0]!.getFirstValue() as string).toLowerCase()
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: Number(value('sequence') ?? 0),
    start: event.startDate.toJSDate().toISOString(),
    attendee,
    status: value('status'),
    location: value('location'),
  }
}
