import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

export type Invitee = { name: string; email: string }
export type Event = {
  uid: string
  /** Increases with each change: email programs ignore anything older than what they have (RFC 5546, 2.1.4). */
  sequence: number
  starts_at: string
  ends_at: string
  title: string
  description: string
  location: string
  url: string | null
  organizer: Invitee
  attendee: Invitee
}

/**
 * An iTIP message (RFC 5546): REQUEST creates or updates an event, CANCEL removes it, PUBLISH is a file to add manually. Times are in UTC, so no
 * time-zone rules are included.
 */
export function invitation(method: 'REQUEST' | 'CANCEL' | 'PUBLISH', event: Event): string {
  const calendar = ical({ prodId: { company: 'Rounds', product: 'Interviews', language: 'EN' }, method: ICalCalendarMethod[method] })
  calendar.createEvent({
    id: event.uid,
    sequence: event.sequence,
    start: new Date(event.starts_at),
    end: new Date(event.ends_at),
    stamp: new Date(),
    summary: event.title,
    description: event.description,
    organizer: event.organizer,
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    location: event.location,
    ...(event.url && { url: event.url }),
    // A file added manually has no attendees (RFC 5546, 3.2.1). It doesn't request an email reply, because no one would read it.
    attendees: method === 'PUBLISH' ? [] : [{ ...event.attendee, rsvp: false, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.NEEDSACTION }],
  })
  return calendar.toString()
}
