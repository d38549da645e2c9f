type Stretch = { from: string; to: string }

/** `9:00 AM to 12:00 PM, 1:00 PM to 5:00 PM`, for the periods of one day (`09:00`, 24 hours). */
export function hoursText(stretches: Stretch[]): string {
  return stretches.map(({ from, to }) => `${clockLabel(from)} to ${clockLabel(to)}`).join(', ')
}

/**
 * What someone typed, as periods: `9 to 12, 1-5 PM`, `9:00 AM – 5:00 PM` and `09:00-17:00` are all fine. What can't be parsed is passed on, and
 * the server says what's wrong.
 */
export function stretchesOf(text: string): Stretch[] {
  const parts = text.split(/[,;]/).map((part) => part.trim())
  return parts.filter(Boolean).map((part) => {
    const [first = '', last = ''] = part.split(/\s*(?:[-–—]|\bto\b)\s*/i)
    const to = clockOf(last)
    const half = /[ap]\.?m/i.exec(last)?.[0]
    const from = clockOf(first)
    // In "1-5 PM" both are in the afternoon; in "9-5 PM" only the second can be.
    const shared = half && /^\d{1,2}(:\d\d)?$/.test(first) ? clockOf(`${first} ${half}`) : from
    return { from: shared < to ? shared : from, to }
  })
}

function clockLabel(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}

function clockOf(typed: string): string {
  const found = /^(\d{1,2})(?::(\d\d))?\s*(?:([ap])\.?m\.?)?$/i.exec(typed.trim())
  if (!found) return typed
  const [, hour = '', minute = '00', half] = found
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minute}`
}
